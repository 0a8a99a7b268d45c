/** What a merchant does with orders by hand: looks through them and sends them off. */
import type { Queryable, Transaction } from '../db/database.ts';
import { readOrderLines } from './lines-store.ts';
import { lockOrder, updateOrder } from './store.ts';

export interface OrderSummary {
  orderNo: string;
  email: string;
  /** R61. */
  status: number;
  holdReason: string;
  /** Minor units of `currency`. */
  total: number;
  currency: string;
  /** ms UTC. */
  orderTime: number;
}

/** The newest orders. */
export async function listOrders(db: Queryable, limit: number): Promise<OrderSummary[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['order_no', 'email', 'status_key', 'hold_reason', 'total_price', 'currency', 'order_time'])
    .orderBy('order_time', 'desc')
    .orderBy('order_no', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    orderNo: row.order_no,
    email: row.email,
    status: row.status_key,
    holdReason: row.hold_reason,
    total: row.total_price,
    currency: row.currency,
    orderTime: row.order_time,
  }));
}

/**
 * Marks a paid order as shipped with all its lines in one parcel; the same tracking number again changes nothing.
 * @returns why it cannot be shipped, '' when it is
 */
export async function shipOrder(
  trx: Transaction,
  orderNo: string,
  tracking: { number: string; company: string },
  now: number,
): Promise<'' | 'unknown' | 'unpaid' | 'closed' | 'on hold'> {
  const order = await lockOrder(trx, orderNo, now);
  if (!order) return 'unknown';
  if (order.statusKey < 1) return 'unpaid';
  if (order.statusKey > 3) return 'closed';
  if (order.holdReason !== '') return 'on hold';
  const known = await trx
    .selectFrom('parcels')
    .select('id')
    .where('order_no', '=', orderNo)
    .where('tracking_num', '=', tracking.number)
    .executeTakeFirst();
  if (known) return '';
  const lines = await readOrderLines(trx, orderNo);
  const contents = lines.map((line) => ({
    title: line.title,
    quantity: line.quantity,
    image_url: line.imageUrl,
  }));
  await trx
    .insertInto('parcels')
    .values({
      order_no: orderNo,
      tracking_num: tracking.number,
      tracking_company: tracking.company,
      tracking_update_time: now,
      order_info: JSON.stringify(contents),
    })
    .execute();
  await updateOrder(trx, orderNo, { status: 3 });
  return '';
}
