/** The token of the link in an order's mail, which the mail gets when it is sent. */
import { linkToken } from '../checkout/link-token.ts';
import { hashToken } from '../db/token-hash.ts';
import type { MailTokens } from '../mail/mail-tokens.ts';
import { noteMailedToken, readOrder } from './store.ts';

/** Stands for the token of the mail's order. */
export const orderTokenMark = '~order-token~';

/** Kinds of mails whose key has their order behind it. */
const orderMails = /^order-(?:confirmation|shipped|refunded|return):([^:]+)/;

/** The order is opened by this very link from now on, also under another server key. */
export const orderMailWords: MailTokens = {
  [orderTokenMark]: async (services, mail) => {
    const [, orderNo = ''] = orderMails.exec(mail.dedupeKey) ?? [];
    const order = await readOrder(services.db, orderNo);
    if (!order) throw new Error(`The mail ${mail.dedupeKey} is of no order`);
    const token = await linkToken(services, order.linkId);
    await noteMailedToken(services.db.write, orderNo, hashToken(token));
    return token;
  },
};
