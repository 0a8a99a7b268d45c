import type { Insertable, Selectable, Updateable } from 'kysely';
import { z } from 'zod';
import type { DeliveryEstimate } from '#lib/contract/delivery-estimate.ts';
import { nameKeys } from '#lib/orders/name-key.ts';
import { orderStatus } from '#lib/orders/status.ts';
import { parseAddress, parseBillingAddress, serialiseBillingAddress } from '../checkout/stored-address.ts';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import type { OrdersTable } from '../db/tables.ts';
import type { TokenHash } from '../db/token-hash.ts';
import { hasNoPayment, pendingPaymentTimeoutMs } from '../promotions/shopper-holds-store.ts';
import type { Order } from './order.ts';

const storedObject = z.record(z.string(), z.unknown()).catch({});
const storedTaxLines = z
  .array(z.object({ title: z.string(), rate: z.number(), amount: z.number() }))
  .catch([]);

export function toOrder(row: Selectable<OrdersTable>): Order {
  return {
    orderNo: row.order_no,
    checkoutHash: row.checkout_hash,
    shopId: row.shop_id,
    tokenHash: row.token_hash,
    mailedHash: row.mailed_hash,
    linkId: row.link_id,
    visitorHash: row.visitor_hash,
    clientHash: row.client_hash,
    customerId: row.customer_id,
    email: row.email,
    phone: row.phone,
    address: parseAddress(row.address),
    billing: parseBillingAddress(row.billing),
    statusKey: row.status_key,
    holdReason: row.hold_reason,
    currency: row.currency,
    amounts: {
      subtotal: row.subtotal_price,
      shipping: row.pay_ship_amount,
      discount: row.total_discount_amount,
      insurance: row.pay_ship_insurance_amount,
      tax: row.tax_amount,
      tip: row.tip_amount,
      total: row.total_price,
    },
    taxLines: storedTaxLines.parse(JSON.parse(row.tax_lines || '[]')),
    coupon: row.coupon,
    shippingTitle: row.shipping_title,
    arrives: row.arrives_from === '' ? null : { from: row.arrives_from, to: row.arrives_to },
    paymentMethod: row.payment_method,
    accountId: row.account_id,
    note: row.note,
    extraParams: storedObject.parse(JSON.parse(row.extra_params || '{}')),
    lang: row.lang,
    heldUntil: row.held_until,
    heldSince: row.held_since,
    isHoldLent: row.hold_is_lent === 1,
    orderTime: row.order_time,
    paidAt: row.paid_at,
    packedAt: row.packed_at,
    updatedAt: row.updated_at,
    isDraft: row.is_begun === 1,
  };
}

export async function readOrder(db: Database, orderNo: string): Promise<Order | null> {
  return selectOrder(db.read, orderNo);
}

export async function selectOrder(from: Queryable, orderNo: string): Promise<Order | null> {
  const [row] = await rowByNumber(from, orderNo);
  return row ? toOrder(row) : null;
}

const rowByNumber = prepareQuery((from, orderNo: string) =>
  from.selectFrom('orders').selectAll().where('order_no', '=', orderNo),
);

/** Returns the order created from a checkout; null if there is none. */
export async function selectOrderOfCheckout(from: Queryable, checkout: TokenHash): Promise<Order | null> {
  const [row] = await rowByCheckout(from, checkout);
  return row ? toOrder(row) : null;
}

const rowByCheckout = prepareQuery((from, checkout: TokenHash) =>
  from.selectFrom('orders').selectAll().where('checkout_hash', '=', checkout),
);

/**
 * Locks the order for the rest of the transaction and returns it. Every change of an order starts with this call, so that payment
 * return, webhook, expiry and a second click run one after another: PostgreSQL locks the row, SQLite the whole database.
 * @returns null if there is no such order
 */
export async function lockOrder(trx: Transaction, orderNo: string, now: number): Promise<Order | null> {
  const [row] = await lockRow(trx, orderNo, now);
  return row ? toOrder(row) : null;
}

const lockRow = prepareQuery((trx, orderNo: string, now: number) =>
  trx.updateTable('orders').set({ updated_at: now }).where('order_no', '=', orderNo).returningAll(),
);

/** Updates the fields of an order that may change after it was placed. */
export async function updateOrder(
  trx: Transaction,
  orderNo: string,
  change: {
    status?: number;
    holdReason?: string;
    heldUntil?: number | null;
    heldSince?: number | null;
    isHoldLent?: boolean;
    paidAt?: number;
    packedAt?: number;
    arrives?: DeliveryEstimate;
    clientHash?: '';
    paymentMethod?: string;
    accountId?: string;
    note?: string;
    extraParams?: Record<string, unknown>;
  },
): Promise<void> {
  await updateRow(trx, orderNo, {
    ...(change.status !== undefined && { status_key: change.status }),
    ...(change.holdReason !== undefined && { hold_reason: change.holdReason }),
    ...(change.heldUntil !== undefined && { held_until: change.heldUntil }),
    ...(change.heldSince !== undefined && { held_since: change.heldSince }),
    ...(change.isHoldLent !== undefined && { hold_is_lent: change.isHoldLent ? 1 : 0 }),
    ...(change.paidAt !== undefined && { paid_at: change.paidAt }),
    ...(change.arrives && { arrives_from: change.arrives.from, arrives_to: change.arrives.to }),
    ...(change.packedAt !== undefined && { packed_at: change.packedAt }),
    ...(change.clientHash !== undefined && { client_hash: change.clientHash }),
    ...(change.paymentMethod !== undefined && { payment_method: change.paymentMethod }),
    ...(change.accountId !== undefined && { account_id: change.accountId }),
    ...(change.note !== undefined && { note: change.note }),
    ...(change.extraParams !== undefined && { extra_params: JSON.stringify(change.extraParams) }),
  });
}

const updateRow = prepareQuery((trx, orderNo: string, columns: Updateable<OrdersTable>) =>
  trx.updateTable('orders').set(columns).where('order_no', '=', orderNo),
);

/** Returns the numbers of unpaid orders whose hold has expired, oldest expiry first, except those with a capture in progress. */
export async function findOrderNosWithExpiredHold(
  db: Database,
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await db.read
    .selectFrom('orders')
    .select('order_no')
    .where('held_until', '<=', now)
    .where('status_key', 'in', [orderStatus.pending, orderStatus.failed])
    // Captures without a response are settled by reconciliation.
    .where(hasNoPayment(['capturing'], now - pendingPaymentTimeoutMs))
    .orderBy('held_until')
    .limit(limit)
    .execute();
  return rows.map((row) => row.order_no);
}

/** An order to insert, without the fields that are set later. */
export type NewOrder = Omit<
  Order,
  'statusKey' | 'holdReason' | 'isHoldLent' | 'paidAt' | 'packedAt' | 'updatedAt' | 'mailedHash'
>;

/** Inserts an unpaid order. Insert its lines and reservations afterwards, because they reference the order. */
export async function insertOrder(trx: Transaction, order: NewOrder): Promise<void> {
  const { amounts } = order;
  await insertRow(trx, {
    order_no: order.orderNo,
    checkout_hash: order.checkoutHash,
    shop_id: order.shopId,
    token_hash: order.tokenHash,
    link_id: order.linkId,
    visitor_hash: order.visitorHash,
    client_hash: order.clientHash,
    customer_id: order.customerId,
    email: order.email,
    phone: order.phone,
    address: JSON.stringify(order.address),
    billing: serialiseBillingAddress(order.billing),
    ...nameKeys(order.address),
    status_key: orderStatus.pending,
    hold_reason: '',
    currency: order.currency,
    subtotal_price: amounts.subtotal,
    pay_ship_amount: amounts.shipping,
    total_discount_amount: amounts.discount,
    pay_ship_insurance_amount: amounts.insurance,
    tax_amount: amounts.tax,
    tip_amount: amounts.tip,
    total_price: amounts.total,
    tax_lines: JSON.stringify(order.taxLines),
    coupon: order.coupon,
    shipping_title: order.shippingTitle,
    arrives_from: order.arrives?.from ?? '',
    arrives_to: order.arrives?.to ?? '',
    payment_method: order.paymentMethod,
    account_id: order.accountId,
    note: order.note,
    extra_params: JSON.stringify(order.extraParams),
    lang: order.lang,
    held_until: order.heldUntil,
    held_since: order.heldSince,
    order_time: order.orderTime,
    paid_at: null,
    updated_at: order.orderTime,
    is_begun: order.isDraft ? 1 : 0,
  });
}

const insertRow = prepareQuery((trx, row: Insertable<OrdersTable>) => trx.insertInto('orders').values(row));

/** Detaches a replaced order from its checkout, so that a new order can be created from the checkout. */
export async function detachFromCheckout(trx: Transaction, orderNo: string): Promise<void> {
  await updateRow(trx, orderNo, { checkout_hash: orderNo });
}

/** Stores the hash of the token in the order's email, so that the link still opens the order after the server key changes. */
export async function storeMailedTokenHash(db: Queryable, orderNo: string, hash: TokenHash): Promise<void> {
  await db
    .updateTable('orders')
    .set({ mailed_hash: hash })
    .where('order_no', '=', orderNo)
    .where('token_hash', '<>', hash)
    .execute();
}

/** Deletes a draft order and its lines, so that the completed order can use its number. */
export async function deleteDraftOrder(trx: Transaction, orderNo: string): Promise<void> {
  await trx.deleteFrom('orders').where('order_no', '=', orderNo).where('is_begun', '=', 1).execute();
}
