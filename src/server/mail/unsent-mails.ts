/** Enqueues stranded emails, and determines why each unsent email was not sent. */
import type { Services } from '../core/services.ts';
import type { Database } from '../db/database.ts';
import type { RecurringJob } from '../queue/job.ts';
import { findObsoleteReason, type MailObsolescenceChecks, mailLifetimeMs } from './obsolete-mails.ts';
import {
  countUnsentBefore,
  enqueueStrandedMails,
  obsoleteMailError,
  readUnsentSince,
} from './outbox-store.ts';

const batch = 500;

/**
 * Enqueues emails that were stored while SMTP_URL was unset, because their jobs ended without sending them. The sending job skips
 * obsolete emails (mail/send-mail.ts).
 */
export const strandedMailsJob: RecurringJob = {
  kind: 'stranded-mails',
  every: 60_000,
  run: async ({ services: { db, env, now }, signal }) => {
    if (env.SMTP_URL === undefined) return;
    const since = now() - mailLifetimeMs;
    while (!signal.aborted && (await queueSome(db, since, now())) === batch);
  },
};

function queueSome(db: Database, since: number, now: number): Promise<number> {
  return db.transaction((trx) => enqueueStrandedMails(trx, { since, limit: batch }, now));
}

/** Reason why an email was not sent. The last three reasons are final. */
export type UnsentReason = 'turn' | 'noServer' | 'retry' | 'over' | 'old' | 'failed';

export interface UnsentMails {
  /** Reasons by email id; emails older than `mailLifetimeMs` are only counted. */
  reasons: Map<number, UnsentReason>;
  counts: Record<UnsentReason, number>;
  /** Last error from the mail server for an email that will be retried, '' for none. */
  lastError: string;
}

/** Returns the unsent emails with their reasons. @param to recipient, '' for all */
export async function readUnsentMails(
  services: Pick<Services, 'db' | 'env' | 'now'>,
  ends: MailObsolescenceChecks,
  to: string,
): Promise<UnsentMails> {
  const { db, env, now } = services;
  const since = now() - mailLifetimeMs;
  const counts = { turn: 0, noServer: 0, retry: 0, over: 0, old: 0, failed: 0 };
  counts.old = await countUnsentBefore(db.read, since, to);
  const reasons = new Map<number, UnsentReason>();
  let lastError = '';
  for (const mail of await readUnsentSince(db.read, since, to)) {
    const { lastError: error, hasFailed } = mail;
    let reason: UnsentReason = error === '' ? 'turn' : 'retry';
    if (error === obsoleteMailError) reason = 'over';
    else if (hasFailed) reason = 'failed';
    else if (await findObsoleteReason(services, mail, ends)) reason = 'over';
    else if (env.SMTP_URL === undefined) reason = 'noServer';
    if (reason === 'retry') lastError = error;
    counts[reason] += 1;
    reasons.set(mail.id, reason);
  }
  return { reasons, counts, lastError };
}
