/** The token of the link in an order's mail, which the mail gets when it is sent. */

import { orderStatus } from '#lib/orders/status.ts';
import { linkToken } from '../checkout/link-token.ts';
import { hashToken } from '../db/token-hash.ts';
import type { MailEnds } from '../mail/mail-ends.ts';
import type { MailTokens } from '../mail/mail-tokens.ts';
import { readParcels } from './lines-store.ts';
import { readReturns } from './returns-store.ts';
import { noteMailedToken, readOrder } from './store.ts';

/** Stands for the token of the mail's order. */
export const orderTokenPlaceholder = '~order-token~';

/** Kinds of mails whose key has their order behind it. */
const kinds = ['order-confirmation', 'order-shipped', 'order-refunded', 'order-return'];
const orderMails = new RegExp(`^(?:${kinds.join('|')}):([^:]+)`);

/** Returns what the keys of an order's mails begin with. */
export function orderMailKeys(orderNo: string): string[] {
  return kinds.map((kind) => `${kind}:${orderNo}`);
}

/** The order is opened by this very link from now on, also under another server key. */
export const orderMailTokens: MailTokens = {
  [orderTokenPlaceholder]: async (services, mail) => {
    const orderNo = orderNoOf(mail);
    const order = await readOrder(services.db, orderNo);
    if (!order) throw new Error(`The mail ${mail.dedupeKey} is of no order`);
    const token = await linkToken(services, order.linkId);
    await noteMailedToken(services.db.write, orderNo, hashToken(token));
    return token;
  },
};

const ended: readonly number[] = [orderStatus.failed, orderStatus.cancelled, orderStatus.refunded];

/** A confirmation of an order that is off, a parcel that has arrived, a step of a return that another has followed. */
export const orderMailEnds: MailEnds = {
  'order-confirmation': async ({ db }, mail) => {
    const order = await readOrder(db, orderNoOf(mail));
    return order === null || ended.includes(order.statusKey);
  },
  'order-shipped': async ({ db }, mail) => {
    const orderNo = orderNoOf(mail);
    const parcels = await readParcels(db.read, orderNo);
    return parcels.some(
      ({ trackingNum, deliveredAt }, index) =>
        deliveredAt !== null &&
        mail.dedupeKey === `order-shipped:${orderNo}:${parcelKey(trackingNum, index)}`,
    );
  },
  'order-return': async ({ db }, mail) => {
    const [, , id, state] = mail.dedupeKey.split(':');
    const found = (await readReturns(db.read, orderNoOf(mail))).find((each) => each.id === Number(id));
    return found?.state !== state;
  },
};

/** Names a parcel within its order: by its tracking number, or by its place where it has none. @param index from 0 */
export function parcelKey(trackingNum: string, index: number): string {
  // No tracking number has fewer than three characters.
  return trackingNum || String(index + 1);
}

/** Returns the number of an email's order, '' where it has none. */
export function orderNoOf({ dedupeKey }: { dedupeKey: string }): string {
  return orderMails.exec(dedupeKey)?.[1] ?? '';
}
