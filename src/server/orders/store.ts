/** Orders and their lines in the database. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { type Address, emptyAddress } from '#lib/orders/address.ts';
import { orderStatus } from '#lib/orders/status.ts';
import type { Database } from '../db/database.ts';
import type { OrderLinesTable, OrdersTable, Tables } from '../db/tables.ts';
import type { Order, OrderLine, Parcel } from './order.ts';

type Reader = Kysely<Tables> | Transaction<Tables>;

const storedText = z.string().catch('');
const storedAddress = z.object(
  Object.fromEntries(Object.keys(emptyAddress).map((key) => [key, storedText])) as Record<
    keyof Address,
    typeof storedText
  >,
);
const storedObject = z.record(z.string(), z.unknown()).catch({});
const storedTailor = z.array(z.object({ name: z.string(), type: z.number(), value: z.string() })).catch([]);
const storedProps = z.array(z.object({ name: z.string(), value: z.string() })).catch([]);

/** Reads an address out of its JSON column; missing fields are empty. */
export function parseAddress(json: string): Address {
  return storedAddress.parse(JSON.parse(json || '{}'));
}

function toOrder(row: Selectable<OrdersTable>): Order {
  return {
    orderNo: row.order_no,
    checkoutToken: row.checkout_token,
    shopId: row.shop_id,
    token: row.token,
    visitorHash: row.visitor_hash,
    customerId: row.customer_id,
    email: row.email,
    phone: row.phone,
    address: parseAddress(row.address),
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
    coupon: row.coupon,
    shippingTitle: row.shipping_title,
    paymentMethod: row.payment_method,
    accountId: row.account_id,
    note: row.note,
    extraParams: storedObject.parse(JSON.parse(row.extra_params || '{}')),
    lang: row.lang,
    heldUntil: row.held_until,
    orderTime: row.order_time,
    paidAt: row.paid_at,
    updatedAt: row.updated_at,
  };
}

function toLine(row: Selectable<OrderLinesTable> & { handle: string | null }): OrderLine {
  return {
    position: row.position,
    productId: row.product_id,
    variantId: row.variant_id,
    title: row.title,
    seoUrl: row.handle ?? '',
    variantOption: row.variant_option,
    imageUrl: row.image_url,
    sku: row.sku,
    quantity: row.quantity,
    price: row.price,
    discount: row.discount,
    isGift: row.is_gift === 1,
    isVirtual: row.is_virtual_item === 1,
    isTailor: row.is_tailor === 1,
    tailorProperties: storedTailor.parse(JSON.parse(row.tailor_properties || '[]')),
    customProps: storedProps.parse(JSON.parse(row.variant_custom_props || '[]')),
  };
}

/** Reads an order by its number, null when there is none. */
export async function readOrder(db: Database, orderNo: string): Promise<Order | null> {
  return selectOrder(db.read, orderNo);
}

/** As readOrder, from inside a transaction. */
export async function selectOrder(from: Reader, orderNo: string): Promise<Order | null> {
  const row = await from.selectFrom('orders').selectAll().where('order_no', '=', orderNo).executeTakeFirst();
  return row ? toOrder(row) : null;
}

/** The order a checkout became, null while there is none. */
export async function selectOrderOfCheckout(from: Reader, token: string): Promise<Order | null> {
  const row = await from
    .selectFrom('orders')
    .selectAll()
    .where('checkout_token', '=', token)
    .executeTakeFirst();
  return row ? toOrder(row) : null;
}

/** The order's lines in their order. */
export async function readOrderLines(from: Reader, orderNo: string): Promise<OrderLine[]> {
  const rows = await from
    .selectFrom('order_lines')
    .leftJoin('products', (join) =>
      join.onRef('products.id', '=', 'order_lines.product_id').on('products.deleted_at', 'is', null),
    )
    .selectAll('order_lines')
    .select('products.handle')
    .where('order_no', '=', orderNo)
    .orderBy('order_lines.position')
    .execute();
  return rows.map(toLine);
}

/** The order's parcels, first sent first. */
export async function readParcels(from: Reader, orderNo: string): Promise<Parcel[]> {
  const rows = await from
    .selectFrom('parcels')
    .selectAll()
    .where('order_no', '=', orderNo)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    trackingNum: row.tracking_num,
    trackingCompany: row.tracking_company,
    trackingUpdateTime: row.tracking_update_time,
    orderInfo: z
      .array(z.unknown())
      .catch([])
      .parse(JSON.parse(row.order_info || '[]')),
  }));
}

/**
 * Locks the order for the rest of the transaction and reads it. Every change of an order begins with this, so that
 * return, webhook, expiry and a second click follow one another: PostgreSQL keeps the row, SQLite the whole database.
 * @returns null when there is no such order
 */
export async function lockOrder(
  trx: Transaction<Tables>,
  orderNo: string,
  now: number,
): Promise<Order | null> {
  const row = await trx
    .updateTable('orders')
    .set({ updated_at: now })
    .where('order_no', '=', orderNo)
    .returningAll()
    .executeTakeFirst();
  return row ? toOrder(row) : null;
}

/** Writes what a settled, failed, held or released order changes. */
export async function updateOrder(
  trx: Transaction<Tables>,
  orderNo: string,
  change: { status?: number; holdReason?: string; heldUntil?: number | null; paidAt?: number },
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({
      ...(change.status !== undefined && { status_key: change.status }),
      ...(change.holdReason !== undefined && { hold_reason: change.holdReason }),
      ...(change.heldUntil !== undefined && { held_until: change.heldUntil }),
      ...(change.paidAt !== undefined && { paid_at: change.paidAt }),
    })
    .where('order_no', '=', orderNo)
    .execute();
}

/** Unpaid orders whose hold ended before `now`, oldest first, without those a provider is taking money for since `captureSince`. */
export async function readLapsedOrders(
  db: Database,
  now: number,
  captureSince: number,
  limit: number,
): Promise<string[]> {
  const rows = await db.read
    .selectFrom('orders')
    .select('order_no')
    .where('held_until', '<=', now)
    .where('status_key', 'in', [orderStatus.pending, orderStatus.failed])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.order_no', '=', 'orders.order_no')
            .where('payments.state', '=', 'capturing')
            .where('payments.updated_at', '>', captureSince),
        ),
      ),
    )
    .orderBy('held_until')
    .limit(limit)
    .execute();
  return rows.map((row) => row.order_no);
}

/** Counts what was sold on the products of a paid order; gifts are not sold. */
export async function countSold(trx: Transaction<Tables>, lines: readonly OrderLine[]): Promise<void> {
  const sold = new Map<number, number>();
  for (const line of lines) {
    if (!line.isGift) sold.set(line.productId, (sold.get(line.productId) ?? 0) + line.quantity);
  }
  const byId = [...sold].sort(([left], [right]) => left - right);
  for (const [productId, quantity] of byId) {
    await trx
      .updateTable('products')
      .set({ sold_count: sql<number>`sold_count + ${quantity}` })
      .where('id', '=', productId)
      .execute();
  }
}

/** An order about to be written, without what only time gives it. */
export type NewOrder = Omit<Order, 'statusKey' | 'holdReason' | 'paidAt' | 'updatedAt'>;

/** Writes an unpaid order with its lines. Its stock is taken afterwards: reservations refer to it. */
export async function insertOrder(
  trx: Transaction<Tables>,
  order: NewOrder,
  lines: readonly OrderLine[],
): Promise<void> {
  const { amounts } = order;
  await trx
    .insertInto('orders')
    .values({
      order_no: order.orderNo,
      checkout_token: order.checkoutToken,
      shop_id: order.shopId,
      token: order.token,
      visitor_hash: order.visitorHash,
      customer_id: order.customerId,
      email: order.email,
      phone: order.phone,
      address: JSON.stringify(order.address),
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
      coupon: order.coupon,
      shipping_title: order.shippingTitle,
      payment_method: order.paymentMethod,
      account_id: order.accountId,
      note: order.note,
      extra_params: JSON.stringify(order.extraParams),
      lang: order.lang,
      held_until: order.heldUntil,
      order_time: order.orderTime,
      paid_at: null,
      updated_at: order.orderTime,
    })
    .execute();
  await trx
    .insertInto('order_lines')
    .values(
      lines.map((line) => ({
        order_no: order.orderNo,
        position: line.position,
        product_id: line.productId,
        variant_id: line.variantId,
        title: line.title,
        variant_option: line.variantOption,
        image_url: line.imageUrl,
        sku: line.sku,
        quantity: line.quantity,
        price: line.price,
        discount: line.discount,
        is_gift: line.isGift ? (1 as const) : (0 as const),
        is_virtual_item: line.isVirtual ? (1 as const) : (0 as const),
        is_tailor: line.isTailor ? (1 as const) : (0 as const),
        tailor_properties: JSON.stringify(line.tailorProperties),
        variant_custom_props: JSON.stringify(line.customProps),
      })),
    )
    .execute();
}

/** Takes the checkout away from an order that a newer one replaces; the checkout may then become an order once more. */
export async function detachFromCheckout(trx: Transaction<Tables>, orderNo: string): Promise<void> {
  await trx.updateTable('orders').set({ checkout_token: orderNo }).where('order_no', '=', orderNo).execute();
}

/** Changes what may be said about an order after it was placed. */
export async function updateOrderDetails(
  trx: Transaction<Tables>,
  orderNo: string,
  change: {
    paymentMethod?: string;
    accountId?: string;
    note?: string;
    extraParams?: Record<string, unknown>;
  },
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({
      ...(change.paymentMethod !== undefined && { payment_method: change.paymentMethod }),
      ...(change.accountId !== undefined && { account_id: change.accountId }),
      ...(change.note !== undefined && { note: change.note }),
      ...(change.extraParams !== undefined && { extra_params: JSON.stringify(change.extraParams) }),
    })
    .where('order_no', '=', orderNo)
    .execute();
}
