/** Obsolete emails: an email with a dead link or outdated news is not sent (docs/decisions/03-jobs-and-mail.md). */
import type { Services } from '../core/services.ts';
import type { StoredMail } from './outbox-store.ts';

type Needs = Pick<Services, 'db' | 'now'>;

/** By email kind, returns whether the code, link or occasion of an email has ended. Each domain registers its own kinds. */
export type MailObsoleteChecks = Readonly<
  Record<string, (services: Needs, mail: StoredMail) => Promise<boolean>>
>;

/** How long an email may wait before it is outdated, ms. */
export const mailLifetimeMs = 7 * 24 * 60 * 60_000;

/** Returns why an email must not be sent any more, null if it may be. */
export async function findObsoleteReason(
  services: Needs,
  mail: StoredMail,
  ends: MailObsoleteChecks,
): Promise<'old' | 'over' | null> {
  if (services.now() - mail.createdAt > mailLifetimeMs) return 'old';
  return (await ends[mail.kind]?.(services, mail)) ? 'over' : null;
}
