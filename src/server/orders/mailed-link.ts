/** Creates the tokens for order links in emails. They are inserted when an email is sent. */

import { orderStatus } from '#lib/orders/status.ts';
import { deriveLinkToken } from '../checkout/link-token.ts';
import { hashToken } from '../db/token-hash.ts';
import type { MailTokenResolvers } from '../mail/mail-tokens.ts';
import type { MailObsolescenceChecks } from '../mail/obsolete-mails.ts';
import { readParcels } from './lines-store.ts';
import { readReturns } from './returns-store.ts';
import { readOrder, storeMailedTokenHash } from './store.ts';

/** Placeholder in an email for the token of its order. */
export const orderTokenPlaceholder = '~order-token~';

/** Email types whose deduplication key contains the order number after the type. */
const kinds = ['order-confirmation', 'order-shipped', 'order-refunded', 'order-return'];
const orderMails = new RegExp(`^(?:${kinds.join('|')}):([^:]+)`);

/** Returns the prefixes of the deduplication keys of all emails about an order. */
export function orderMailKeys(orderNo: string): string[] {
  return kinds.map((kind) => `${kind}:${orderNo}`);
}

/**
 * Resolves the token placeholder. Stores the token's hash, so that the link still opens the order after the server key changes.
 */
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

/**
 * Checks by email type whether an unsent email is obsolete: the order has ended, the parcel was delivered, or the return has a
 * new state.
 */
export const orderMailObsolescenceChecks: MailObsolescenceChecks = {
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

/**
 * Returns the key of a parcel within its order: the tracking number or, if there is none, the parcel's position.
 * @param index position of the parcel, from 0
 */
export function parcelKey(trackingNum: string, index: number): string {
  // Cannot collide with a position: tracking numbers have at least three characters.
  return trackingNum || String(index + 1);
}

/** Returns the order number of an email; '' if it belongs to no order. */
export function getMailOrderNo({ dedupeKey }: { dedupeKey: string }): string {
  return orderMails.exec(dedupeKey)?.[1] ?? '';
}
