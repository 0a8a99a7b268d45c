/** Reserves stock for orders, and releases or restocks it (PAY-13). */
import { sql } from 'kysely';
import type { ReturnedLine } from '#lib/orders/returns.ts';
import { purge } from '../cache/purges-store.ts';
import { tags } from '../cache/tags.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import { heldStateLiteral } from '../promotions/shopper-holds-store.ts';

export interface VariantQuantity {
  variantId: number;
  quantity: number;
}

/** Sums quantities by variant and sorts them by id, so that every transaction locks the rows in the same order. */
export function sumVariantQuantities(wants: readonly VariantQuantity[]): VariantQuantity[] {
  const byVariant = new Map<number, number>();
  for (const { variantId, quantity } of wants) {
    byVariant.set(variantId, (byVariant.get(variantId) ?? 0) + quantity);
  }
  return [...byVariant]
    .map(([variantId, quantity]) => ({ variantId, quantity }))
    .sort((left, right) => left.variantId - right.variantId);
}

export function sumReturnedLines(lines: readonly ReturnedLine[]): ReturnedLine[] {
  const wants = lines.map(({ position, quantity }) => ({ variantId: position, quantity }));
  return sumVariantQuantities(wants).map(({ variantId: position, quantity }) => ({ position, quantity }));
}

/**
 * Deducts the quantities from stock and stores them as the order's reservations, all or none.
 * @param wants result of sumVariantQuantities
 * @returns null on success, otherwise the first variant without enough stock (nothing is reserved in that case)
 */
export async function reserveStock(
  trx: Transaction,
  orderNo: string,
  wants: readonly VariantQuantity[],
  now: number,
): Promise<VariantQuantity | null> {
  const reservations: VariantQuantity[] = [];
  const soldOut = new Set<number>();
  for (const want of wants) {
    const [row] = await takeUnits(trx, want.variantId, want.quantity);
    if (!row) {
      await putBack(trx, reservations);
      return want;
    }
    // Untracked stock is not deducted, so reserving it would add units on release.
    if (row.is_tracked === 1) reservations.push(want);
    if (row.is_tracked === 1 && row.inventory_policy === 'deny' && row.stock === 0)
      soldOut.add(row.product_id);
  }
  for (const { variantId, quantity } of reservations) {
    await trx
      .insertInto('reservations')
      .values({ order_no: orderNo, variant_id: variantId, quantity, state: 'held' })
      .onConflict((conflict) =>
        conflict.columns(['order_no', 'variant_id']).doUpdateSet({ quantity, state: 'held' }),
      )
      .execute();
  }
  await showStockTurn(trx, soldOut, now);
  return null;
}

const takeUnits = prepareQuery((trx, variantId: number, quantity: number) =>
  variantWith(trx, { variantId, quantity })
    .set({ stock: sql<number>`case when is_tracked = 1 then stock - ${quantity} else stock end` })
    .returning(['product_id', 'stock', 'is_tracked', 'inventory_policy']),
);

/**
 * Checks and locks stock without reserving it and without purging pages. The result is valid until the transaction ends.
 * @param wants result of sumVariantQuantities
 * @returns the first variant without enough stock; null if all quantities are available
 */
export async function findShortage(
  trx: Transaction,
  wants: readonly VariantQuantity[],
): Promise<VariantQuantity | null> {
  for (const want of wants) {
    const row = await variantWith(trx, want).set({ stock: sql`stock` }).returning('id').executeTakeFirst();
    if (!row) return want;
  }
  return null;
}

/** Locks variants until the transaction ends, in order of their ids, as every transaction does. */
export async function lockVariants(trx: Transaction, variantIds: readonly number[]): Promise<void> {
  for (const id of [...new Set(variantIds)].sort((left, right) => left - right)) {
    await lockVariant(trx, id);
  }
}

const lockVariant = prepareQuery((trx, id: number) =>
  trx.updateTable('variants').set({ stock: sql`stock` }).where('id', '=', id),
);

/** Returns an update query for the variant. It matches no row if the quantity cannot be sold. */
function variantWith(trx: Queryable, want: VariantQuantity) {
  return trx
    .updateTable('variants')
    .where('id', '=', want.variantId)
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('stock', '>=', want.quantity),
        where('inventory_policy', '=', 'continue'),
        where('is_tracked', '=', 0),
      ]),
    );
}

/** Puts the units that the order holds back into stock. Final and released reservations are not changed. */
export async function releaseStock(trx: Transaction, orderNo: string, now: number): Promise<void> {
  const rows = await trx
    .updateTable('reservations')
    .set({ state: 'released' })
    .where('order_no', '=', orderNo)
    .where('state', '=', heldStateLiteral)
    .returning(['variant_id', 'quantity'])
    .execute();
  const back = sumVariantQuantities(
    rows.map((row) => ({ variantId: row.variant_id, quantity: row.quantity })),
  );
  await showStockTurn(trx, await putBack(trx, back), now);
}

/**
 * Makes the order's reservations final. Resets a sold-out variant's count of restock notifications (R150), unless other orders
 * still hold units of it: returning those units to stock does not count as a restock.
 */
export async function finalizeStock(trx: Transaction, orderNo: string): Promise<void> {
  const rows = await trx
    .updateTable('reservations')
    .set({ state: 'final' })
    .where('order_no', '=', orderNo)
    .where('state', '=', heldStateLiteral)
    .returning('variant_id')
    .execute();
  const ids = rows.map(({ variant_id }) => variant_id).sort((left, right) => left - right);
  for (const id of ids) {
    // Locks the variant in a separate statement first: if two orders held the last units, the second transaction must see that the
    // first order's reservation is already final.
    await lockVariant(trx, id);
    await trx
      .updateTable('variants')
      .where('id', '=', id)
      .set({ back_told: 0 })
      .where('stock', '<=', 0)
      .where('inventory_policy', '=', 'deny')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('reservations')
              .select('order_no')
              .whereRef('variant_id', '=', 'variants.id')
              .where('state', '=', heldStateLiteral),
          ),
        ),
      )
      .execute();
  }
}

/**
 * Puts returned units back into stock, at most as many as the order reserved, and removes them from its reservations.
 * @param wants result of sumVariantQuantities
 */
export async function restock(
  trx: Transaction,
  orderNo: string,
  wants: readonly VariantQuantity[],
  now: number,
): Promise<void> {
  const tracked: VariantQuantity[] = [];
  for (const want of wants) {
    const row = await trx
      .selectFrom('variants')
      .select('is_tracked')
      .where('id', '=', want.variantId)
      .executeTakeFirst();
    const reservation = await trx
      .selectFrom('reservations')
      .select('quantity')
      .where('order_no', '=', orderNo)
      .where('variant_id', '=', want.variantId)
      .where('state', '=', 'final')
      .executeTakeFirst();
    const quantity = Math.min(want.quantity, reservation?.quantity ?? 0);
    // Untracked stock was never deducted, so nothing is put back.
    if (row?.is_tracked !== 1 || quantity === 0) continue;
    tracked.push({ ...want, quantity });
    const reservationUpdate = trx
      .updateTable('reservations')
      .where('order_no', '=', orderNo)
      .where('variant_id', '=', want.variantId)
      .where('state', '=', 'final');
    const { numUpdatedRows } = await reservationUpdate
      .set({ quantity: sql<number>`quantity - ${want.quantity}` })
      .where('quantity', '>', want.quantity)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) await reservationUpdate.set({ state: 'released' }).execute();
  }
  await showStockTurn(trx, await putBack(trx, tracked), now);
}

/** Puts units back into stock. Returns the ids of products with a variant that was sold out and is available again. */
async function putBack(trx: Transaction, wants: readonly VariantQuantity[]): Promise<Set<number>> {
  const back = new Set<number>();
  for (const { variantId, quantity } of wants) {
    const row = await trx
      .updateTable('variants')
      .set({ stock: sql<number>`stock + ${quantity}` })
      .where('id', '=', variantId)
      .returning(['product_id', 'stock', 'inventory_policy'])
      .executeTakeFirst();
    if (row && row.inventory_policy === 'deny' && row.stock > 0 && row.stock - quantity <= 0) {
      back.add(row.product_id);
    }
  }
  return back;
}

/** Updates `in_stock` of products with a variant that sold out or is available again, and purges the pages that display them. */
async function showStockTurn(trx: Transaction, productIds: Set<number>, now: number): Promise<void> {
  const ids = [...productIds].sort((left, right) => left - right);
  for (const id of ids) {
    // Locks in a separate statement first, so that the next statement sees the changes made by the previous holder of the lock.
    await trx.updateTable('products').set({ in_stock: sql`in_stock` }).where('id', '=', id).execute();
    await trx
      .updateTable('products')
      .set({
        in_stock: sql<0 | 1>`case when exists (
          select 1 from variants where variants.product_id = products.id and variants.deleted_at is null
            and (variants.stock > 0 or variants.inventory_policy = 'continue' or variants.is_tracked = 0)
        ) then 1 else 0 end`,
      })
      .where('id', '=', id)
      .execute();
  }
  await purge(trx, [...ids.map(tags.product), ...(await collectionTags(trx, ids))], now);
}

/**
 * Returns the cache tags of the products' collections: each page of a product list shows how many products are available, so all
 * its pages are purged.
 */
async function collectionTags(trx: Transaction, productIds: readonly number[]): Promise<string[]> {
  if (productIds.length === 0) return [];
  const rows = await trx
    .selectFrom('product_collections')
    .select('collection_id')
    .distinct()
    .where('product_id', 'in', productIds)
    .execute();
  return rows.map((row) => tags.collection(row.collection_id));
}

/**
 * Returns the current prices of variants. If the transaction has reserved or locked their stock, the prices can no longer change.
 */
export async function readPrices(
  trx: Transaction,
  variantIds: readonly number[],
): Promise<Map<number, number>> {
  return new Map((await priceRows(trx, variantIds)).map((row) => [row.id, row.price]));
}

const priceRows = prepareQuery((trx, variantIds: readonly number[]) =>
  trx.selectFrom('variants').select(['id', 'price']).where('id', 'in', variantIds),
);
