/** Who holds stock without having paid: counted by visitor and by client address. */
import { sql } from 'kysely';
import { orderStatus } from '#lib/orders/status.ts';
import type { Database, Transaction } from '../db/database.ts';
import { type Holding, REMEMBERED_MS } from './hold-time-and-caps.ts';
import type { Order } from './order.ts';
import type { Want } from './stock-store.ts';

/** An order as far as caps are concerned. */
export type Holder = Pick<Order, 'orderNo' | 'visitorHash' | 'clientHash' | 'heldSince' | 'heldUntil'>;

const unpaid = [orderStatus.pending, orderStatus.failed];

/**
 * Makes orders of one visitor, one customer or one client address follow one another until the transaction ends: each then sees what
 * the previous one holds. Call it before any order or variant is locked, which avoids deadlocks.
 * @param checkoutVisitor visitor of the order's checkout, whose other orders may make room: a link may be opened in another browser
 */
export async function lockHolders(
  trx: Transaction,
  { visitorHash, clientHash, customerId }: Pick<Order, 'visitorHash' | 'clientHash' | 'customerId'>,
  now: number,
  checkoutVisitor = visitorHash,
): Promise<void> {
  // Orders whose client address was erased have none in common.
  const client = clientHash === '' ? [] : [`client:${clientHash}`];
  // A customer's orders come from several browsers, and each may make room for another.
  const customer = customerId === null ? [] : [`customer:${customerId}`];
  // Sorted, so that two orders of the same two browsers lock them in the same order.
  const visitors = [...new Set([visitorHash, checkoutVisitor])].sort().map((visitor) => `visitor:${visitor}`);
  for (const key of [...client, ...customer, ...visitors]) {
    await trx
      .insertInto('holders')
      .values({ key, used_at: now })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ used_at: now }))
      .execute();
  }
}

/** Deletes the rows of those who have placed nothing since. They carry no count: the next order inserts them again. */
export async function forgetOldHolders(db: Database['write'], before: number): Promise<void> {
  await db.deleteFrom('holders').where('used_at', '<', before).execute();
}

/** Erases the client address of orders that were placed before then, are not paid and hold nothing. */
export async function forgetOldClients(db: Database['write'], before: number): Promise<void> {
  await db
    .updateTable('orders')
    .set({ client_hash: '' })
    .where('order_time', '<', before)
    .where('held_until', 'is', null)
    // As in its index, which SQLite uses only for the same condition.
    .where(sql<boolean>`client_hash <> ''`)
    .execute();
}

/** Reads what the same visitor, and the same client address, hold beside this order. @param wants summed by sumWants */
export async function readHolding(
  trx: Transaction,
  holder: Holder,
  wants: readonly Want[],
  now: number,
): Promise<Holding & { hasHeldOther: boolean }> {
  const ofVisitor = await trx
    .selectFrom('orders')
    .select(['status_key', 'held_until', 'held_since'])
    .where('visitor_hash', '=', holder.visitorHash)
    .where('held_since', 'is not', null)
    .where('order_no', '!=', holder.orderNo)
    .where('status_key', 'in', [...unpaid, orderStatus.cancelled])
    .where((where) =>
      where.or([where('held_until', 'is not', null), where('held_since', '>', now - REMEMBERED_MS)]),
    )
    .execute();
  const { count } = await heldFromHere(trx, holder)
    .select((select) => select.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return {
    ofVisitor: ofVisitor.filter((row) => row.held_until !== null).length,
    ofClient: Number(count),
    variants: await readVariants(trx, holder, wants),
    hasHeldOther: ofVisitor.length > 0,
  };
}

/** Only variants that run out: untracked ones and those sold below zero have no cap. */
async function readVariants(
  trx: Transaction,
  holder: Holder,
  wants: readonly Want[],
): Promise<Holding['variants']> {
  const wanted = new Map(wants.map(({ variantId, quantity }) => [variantId, quantity]));
  const units = sql<number | string>`coalesce(sum(reservations.quantity), 0)`;
  const rows = await trx
    .selectFrom('variants')
    .where('id', 'in', [...wanted.keys()])
    .where('is_tracked', '=', 1)
    .where('inventory_policy', '=', 'deny')
    .select((variant) => [
      'variants.id',
      'variants.stock',
      variant
        .selectFrom('reservations')
        .whereRef('reservations.variant_id', '=', 'variants.id')
        .where('reservations.state', '=', 'held')
        .select(units.as('held'))
        .as('held'),
      heldFromHere(trx, holder)
        .innerJoin('reservations', 'reservations.order_no', 'orders.order_no')
        .where('reservations.variant_id', '=', sql.ref<number>('variants.id'))
        .where('reservations.state', '=', 'held')
        .select(units.as('held'))
        .as('of_client'),
    ])
    .execute();
  return rows.map((row) => ({
    variantId: row.id,
    wanted: wanted.get(row.id)!,
    ofClient: Number(row.of_client),
    stock: row.stock + Number(row.held),
  }));
}

/** Other unpaid orders from the same client address that hold. */
function heldFromHere(trx: Transaction, { clientHash, orderNo }: Holder) {
  return trx
    .selectFrom('orders')
    .where('orders.client_hash', '=', clientHash)
    .where('orders.held_until', 'is not', null)
    .where('orders.status_key', 'in', unpaid)
    .where('orders.order_no', '!=', orderNo);
}
