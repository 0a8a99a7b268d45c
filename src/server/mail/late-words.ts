/**
 * What a mail says only when it is sent: the tokens in its links. In the outbox and in a copy of it a mark stands in their
 * place, and the links open nothing.
 */

import type { Services } from '../core/services.ts';
import { hashToken } from '../db/token-hash.ts';
import { aesCode } from '../marketing/aes-code.ts';
import { linkToken } from '../orders/link-token.ts';
import { noteMailedToken, readOrder } from '../orders/store.ts';
import { serverKey } from '../settings/server-key.ts';
import type { Mail } from './outbox-store.ts';

/** Stands for the token of the mail's order. */
export const orderTokenMark = '~order-token~';
/** Stands for the code by which the mail's reader leaves the newsletter. */
export const readerCodeMark = '~reader-code~';

const orderMail = 'order-confirmation:';

type Needs = Pick<Services, 'db' | 'now'>;

/** The mail as it goes out. Its order is opened by this very link from now on, also under another server key. */
export async function withLateWords(services: Needs, mail: Mail): Promise<Mail> {
  const said = [mail.text, mail.html, mail.unsubscribeUrl].join();
  const words = new Map<string, string>();
  if (said.includes(orderTokenMark)) words.set(orderTokenMark, await orderToken(services, mail));
  if (said.includes(readerCodeMark)) {
    const key = await serverKey(services.db, 'subscribe', services.now());
    words.set(readerCodeMark, aesCode(key, mail.to));
  }
  const fill = (text: string) =>
    [...words].reduce((filled, [mark, word]) => filled.replaceAll(mark, word), text);
  return {
    ...mail,
    text: fill(mail.text),
    html: fill(mail.html),
    ...(mail.unsubscribeUrl !== undefined && { unsubscribeUrl: fill(mail.unsubscribeUrl) }),
  };
}

async function orderToken(services: Needs, mail: Mail): Promise<string> {
  const orderNo = mail.dedupeKey.startsWith(orderMail) ? mail.dedupeKey.slice(orderMail.length) : '';
  const order = await readOrder(services.db, orderNo);
  if (!order) throw new Error(`The mail ${mail.dedupeKey} is of no order`);
  const token = await linkToken(services, order.linkId);
  await noteMailedToken(services.db.write, orderNo, hashToken(token));
  return token;
}
