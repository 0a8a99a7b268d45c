import type { Transaction } from '../db/database.ts';
import { enqueueMail, type NewMail, writeMail } from './outbox-store.ts';

/**
 * Inserts an email into the outbox once per `dedupeKey` and enqueues the job that sends it. Does nothing if the recipient is
 * empty, because the address may have been erased. The job renders the text if it is missing (mail/mail-texts.ts).
 * @param now ms UTC
 */
export async function queueMail(trx: Transaction, mail: NewMail, now: number): Promise<void> {
  if (mail.to === '' || !(await writeMail(trx, mail, now))) return;
  await enqueueMail(trx, mail.dedupeKey, now);
}
