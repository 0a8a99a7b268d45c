import type { Transaction } from '../db/database.ts';
import { enqueue } from '../queue/enqueue.ts';
import { type Mail, writeMail } from './outbox-store.ts';

/** Writes a mail into the outbox, once a `dedupeKey`, and asks for it to be sent. @param now ms UTC */
export async function queueMail(trx: Transaction, mail: Mail, now: number): Promise<void> {
  if (!(await writeMail(trx, mail, now))) return;
  await enqueue(trx, {
    kind: 'mail',
    dedupeKey: `mail:${mail.dedupeKey}`,
    payload: { dedupeKey: mail.dedupeKey },
    runAt: now,
  });
}
