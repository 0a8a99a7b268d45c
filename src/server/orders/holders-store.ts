/** Counts the stock that unpaid orders hold, by visitor and by client IP address. */
import { type Insertable, sql } from 'kysely';
import { orderStatus } from '#lib/orders/status.ts';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import type { HoldersTable } from '../db/tables.ts';
import { heldStateLiteral } from '../promotions/shopper-holds-store.ts';
import { type HoldUsage, REPEATED_HOLD_WINDOW_MS } from './hold-time-and-caps.ts';
import type { Order } from './order.ts';
import type { VariantQuantity } from './stock-store.ts';

export type Holder = Pick<Order, 'orderNo' | 'visitorHash' | 'clientHash' | 'heldSince' | 'heldUntil'>;

const unpaid = [orderStatus.pending, orderStatus.failed];

/**
 * Serializes transactions of the same visitor, customer or client IP address, so that each one sees the holds of the previous one.
 * Call it before locking any order or variant, to avoid deadlocks.
 * @param checkoutVisitor visitor who created the checkout, whose other holds may be released; differs from the order's visitor if
 * the checkout link was opened in another browser
 */
export async function lockShopper(
  trx: Transaction,
  { visitorHash, clientHash, customerId }: Pick<Order, 'visitorHash' | 'clientHash' | 'customerId'>,
  now: number,
  checkoutVisitor = visitorHash,
): Promise<void> {
  // No lock by client IP address if it was erased: otherwise all such orders would share one lock.
  const client = clientHash === '' ? [] : [`client:${clientHash}`];
  // A customer may order from several browsers, and each order may release the holds of the others.
  const customer = customerId === null ? [] : [`customer:${customerId}`];
  // Sorted, so that two transactions with the same two visitors lock them in the same order.
  const visitors = [...new Set([visitorHash, checkoutVisitor])].sort().map((visitor) => `visitor:${visitor}`);
  const keys = [...client, ...customer, ...visitors];
  await lockKeys(
    trx,
    keys.map((key) => ({ key, used_at: now })),
  );
}

/** PostgreSQL and SQLite insert, and thereby lock, the rows of one statement in the given order. */
const lockKeys = prepareQuery((trx, rows: readonly Insertable<HoldersTable>[]) =>
  trx
    .insertInto('holders')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ used_at: (row) => row.ref('excluded.used_at') }),
    ),
);

/** Deletes holders last used before `before`. The rows only serve as locks: the next order inserts them again. */
export async function deleteUnusedHolders(db: Database['write'], before: number): Promise<void> {
  await db.deleteFrom('holders').where('used_at', '<', before).execute();
}

/** Erases the client IP address of orders that were placed before `before` and hold no stock. */
export async function eraseOldClientAddresses(db: Database['write'], before: number): Promise<void> {
  await db
    .updateTable('orders')
    .set({ client_hash: '' })
    .where('order_time', '<', before)
    .where('held_until', 'is', null)
    // Repeats the condition of the partial index, which SQLite requires to use the index.
    .where(sql<boolean>`client_hash <> ''`)
    .execute();
}

/**
 * Reads the holds of other unpaid orders with the same visitor or the same client IP address.
 * @param wants result of sumVariantQuantities
 */
export async function readHoldUsage(
  trx: Transaction,
  holder: Holder,
  wants: readonly VariantQuantity[],
  now: number,
): Promise<HoldUsage & { hasOtherHold: boolean }> {
  const { visitorHash, clientHash, orderNo } = holder;
  const ofVisitor = await selectVisitorHolds(trx, visitorHash, orderNo, now - REPEATED_HOLD_WINDOW_MS);
  const [ofClient] = await countClientHolds(trx, clientHash, orderNo);
  return {
    ofVisitor: ofVisitor.filter((row) => row.held_until !== null).length,
    ofClient: Number(ofClient!.count),
    variants: await readVariants(trx, holder, wants),
    hasOtherHold: ofVisitor.length > 0,
  };
}

/** Selects other unpaid orders of the visitor that hold stock now, or started to hold it after `since`. */
const selectVisitorHolds = prepareQuery((trx, visitorHash: string, orderNo: string, since: number) =>
  trx
    .selectFrom('orders')
    .select(['status_key', 'held_until', 'held_since'])
    .where('visitor_hash', '=', visitorHash)
    .where('held_since', 'is not', null)
    .where('order_no', '!=', orderNo)
    .where('status_key', 'in', [...unpaid, orderStatus.cancelled])
    .where((where) => where.or([where('held_until', 'is not', null), where('held_since', '>', since)])),
);

const countClientHolds = prepareQuery((trx, clientHash: string, orderNo: string) =>
  queryClientHolds(trx, { clientHash, orderNo }).select((select) =>
    select.fn.countAll<number | string>().as('count'),
  ),
);

/** Reads only variants that can sell out. Untracked variants and those that may be oversold have no cap. */
async function readVariants(
  trx: Transaction,
  holder: Holder,
  wants: readonly VariantQuantity[],
): Promise<HoldUsage['variants']> {
  const quantities = new Map(wants.map(({ variantId, quantity }) => [variantId, quantity]));
  const rows = await stockRows(trx, [...quantities.keys()], holder.clientHash, holder.orderNo);
  return rows.map((row) => ({
    variantId: row.id,
    requestedUnits: quantities.get(row.id)!,
    ofClient: Number(row.of_client),
    stock: row.stock + Number(row.held),
  }));
}

const units = sql<number | string>`coalesce(sum(reservations.quantity), 0)`;

const stockRows = prepareQuery((trx, variantIds: readonly number[], clientHash: string, orderNo: string) =>
  trx
    .selectFrom('variants')
    .where('id', 'in', variantIds)
    .where('is_tracked', '=', 1)
    .where('inventory_policy', '=', 'deny')
    .select((variant) => [
      'variants.id',
      'variants.stock',
      variant
        .selectFrom('reservations')
        .whereRef('reservations.variant_id', '=', 'variants.id')
        .where('reservations.state', '=', heldStateLiteral)
        .select(units.as('held'))
        .as('held'),
      queryClientHolds(trx, { clientHash, orderNo })
        .innerJoin('reservations', 'reservations.order_no', 'orders.order_no')
        .where('reservations.variant_id', '=', sql.ref<number>('variants.id'))
        .where('reservations.state', '=', heldStateLiteral)
        .select(units.as('held'))
        .as('of_client'),
    ]),
);

function queryClientHolds(trx: Queryable, { clientHash, orderNo }: Pick<Holder, 'clientHash' | 'orderNo'>) {
  return trx
    .selectFrom('orders')
    .where('orders.client_hash', '=', clientHash)
    .where('orders.held_until', 'is not', null)
    .where('orders.status_key', 'in', unpaid)
    .where('orders.order_no', '!=', orderNo);
}
