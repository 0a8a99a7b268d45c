import type { Transaction } from '../db/database.ts';
import { enqueueMail, type NewMail, writeMail } from './outbox-store.ts';

/**
 * Inserts an email into the outbox once per `dedupeKey` and enqueues its job. Does nothing without a recipient, whose address may
 * have been erased. The job renders a missing text (mail/mail-texts.ts).
 * @param now ms UTC
 */
export async function queueMail(trx: Transaction, mail: NewMail, now: number): Promise<void> {
  if (mail.to === '' || !(await writeMail(trx, mail, now))) return;
  await enqueueMail(trx, mail.dedupeKey, now);
}
