/** Tokens for the order links in emails, inserted when an email is sent. */

import { orderStatus } from '#lib/orders/status.ts';
import { deriveLinkToken } from '../checkout/link-token.ts';
import { hashToken } from '../db/token-hash.ts';
import type { MailTokenResolvers } from '../mail/mail-tokens.ts';
import type { MailObsoleteChecks } from '../mail/obsolete-mails.ts';
import { readParcels } from './lines-store.ts';
import { readReturns } from './returns-store.ts';
import { readOrder, storeMailedTokenHash } from './store.ts';

/** Placeholder for the token of the email's order. */
export const orderTokenPlaceholder = '~order-token~';

/** Email kinds whose deduplication key continues with the order number. */
const kinds = ['order-confirmation', 'order-shipped', 'order-refunded', 'order-return'];
const orderMails = new RegExp(`^(?:${kinds.join('|')}):([^:]+)`);

/** Returns the prefixes of the deduplication keys of an order's emails. */
export function orderMailKeys(orderNo: string): string[] {
  return kinds.map((kind) => `${kind}:${orderNo}`);
}

/** Stores the hash of the sent token, so that the link still opens the order after the server key changes. */
export const orderMailTokenResolvers: MailTokenResolvers = {
  [orderTokenPlaceholder]: async (services, mail) => {
    const orderNo = getMailOrderNo(mail);
    const order = await readOrder(services.db, orderNo);
    if (!order) throw new Error(`The email ${mail.dedupeKey} belongs to no order`);
    const token = await deriveLinkToken(services, order.linkId);
    await storeMailedTokenHash(services.db.write, orderNo, hashToken(token));
    return token;
  },
};

const ended: readonly number[] = [orderStatus.failed, orderStatus.cancelled, orderStatus.refunded];

/** Emails that are obsolete: the order has ended, the parcel was delivered, or the return has moved on. */
export const orderMailObsoleteChecks: MailObsoleteChecks = {
  'order-confirmation': async ({ db }, mail) => {
    const order = await readOrder(db, getMailOrderNo(mail));
    return order === null || ended.includes(order.statusKey);
  },
  'order-shipped': async ({ db }, mail) => {
    const orderNo = getMailOrderNo(mail);
    const parcels = await readParcels(db.read, orderNo);
    return parcels.some(
      ({ trackingNum, deliveredAt }, index) =>
        deliveredAt !== null &&
        mail.dedupeKey === `order-shipped:${orderNo}:${parcelKey(trackingNum, index)}`,
    );
  },
  'order-return': async ({ db }, mail) => {
    const [, , id, state] = mail.dedupeKey.split(':');
    const found = (await readReturns(db.read, getMailOrderNo(mail))).find((each) => each.id === Number(id));
    return found?.state !== state;
  },
};

/** Returns a parcel's key within its order: its tracking number, or its place when it has none. @param index from 0 */
export function parcelKey(trackingNum: string, index: number): string {
  // No clash: tracking numbers have at least three characters.
  return trackingNum || String(index + 1);
}

/** Returns the order number of an email, '' if it belongs to no order. */
export function getMailOrderNo({ dedupeKey }: { dedupeKey: string }): string {
  return orderMails.exec(dedupeKey)?.[1] ?? '';
}
