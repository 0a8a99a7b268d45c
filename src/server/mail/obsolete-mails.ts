/**
 * Detects obsolete emails: an email with an invalid link or outdated content is not sent (docs/decisions/03-jobs-and-mail.md).
 */
import type { Services } from '../core/services.ts';
import type { StoredMail } from './outbox-store.ts';

type Needs = Pick<Services, 'db' | 'now'>;

/**
 * For each email type, a function that returns whether an email is obsolete: its code or link has expired, or the reason for
 * sending it no longer applies. Each domain registers its own types.
 */
export type MailObsolescenceChecks = Readonly<
  Record<string, (services: Needs, mail: StoredMail) => Promise<boolean>>
>;

/** Maximum time that an email can wait in the outbox before it is outdated, ms. */
export const mailLifetimeMs = 7 * 24 * 60 * 60_000;

/** Returns the reason why an email must not be sent any more; null if it can be sent. */
export async function findObsoleteReason(
  services: Needs,
  mail: StoredMail,
  ends: MailObsolescenceChecks,
): Promise<'old' | 'over' | null> {
  if (services.now() - mail.createdAt > mailLifetimeMs) return 'old';
  return (await ends[mail.kind]?.(services, mail)) ? 'over' : null;
}
