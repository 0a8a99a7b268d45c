import type { Transaction } from '../db/database.ts';
import { enqueueMail, type NewMail, writeMail } from './outbox-store.ts';

/**
 * Writes a mail into the outbox, once a `dedupeKey`, and asks for it to be sent. None to nobody: whose address was erased is
 * told nothing. Without a text it is rendered by the job that sends it (mail/mail-texts.ts).
 * @param now ms UTC
 */
export async function queueMail(trx: Transaction, mail: NewMail, now: number): Promise<void> {
  if (mail.to === '' || !(await writeMail(trx, mail, now))) return;
  await enqueueMail(trx, mail.dedupeKey, now);
}
