import type { Transaction } from '../db/database.ts';
import { enqueueMail, type Mail, writeMail } from './outbox-store.ts';

/**
 * Writes a mail into the outbox, once a `dedupeKey`, and asks for it to be sent. None to nobody: whose address was erased is
 * told nothing.
 * @param now ms UTC
 */
export async function queueMail(trx: Transaction, mail: Mail, now: number): Promise<void> {
  if (mail.to === '' || !(await writeMail(trx, mail, now))) return;
  await enqueueMail(trx, mail.dedupeKey, now);
}
