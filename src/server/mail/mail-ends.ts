/** Emails that come too late: nobody is sent a dead link, or news that is over (docs/decisions/03-jobs-and-mail.md). */
import type { Services } from '../core/services.ts';
import type { StoredMail } from './outbox-store.ts';

type Needs = Pick<Services, 'db' | 'now'>;

/** Whether the code, the link or the occasion of an email has ended, by its kind; the domain that writes the email brings it. */
export type MailEnds = Readonly<Record<string, (services: Needs, mail: StoredMail) => Promise<boolean>>>;

/** How long an email may wait, ms. Nobody expects an older one. */
export const mailLife = 7 * 24 * 60 * 60_000;

/** Returns why an email is not sent any more, null while it may be. */
export async function endOfMail(
  services: Needs,
  mail: StoredMail,
  ends: MailEnds,
): Promise<'old' | 'over' | null> {
  if (services.now() - mail.createdAt > mailLife) return 'old';
  return (await ends[mail.kind]?.(services, mail)) ? 'over' : null;
}
