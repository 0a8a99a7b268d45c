/** Changes that a merchant makes to single variants: the price and the stock. */
import { sql } from 'kysely';
import { purge } from '../cache/purges-store.ts';
import { tags } from '../cache/tags.ts';
import type { Queryable, Transaction } from '../db/database.ts';

export interface VariantSummary {
  id: number;
  sku: string;
  /** Handle of the product. */
  handle: string;
  title: string;
}

/** Returns the variants with this SKU, or all variants of the product with this handle, without deleted ones. */
export async function findVariants(db: Queryable, skuOrHandle: string): Promise<VariantSummary[]> {
  const rows = await db
    .selectFrom('variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['v.id', 'v.sku', 'v.title', 'p.handle', 'p.title as product'])
    .where('v.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where((where) => where.or([where('v.sku', '=', skuOrHandle), where('p.handle', '=', skuOrHandle)]))
    .orderBy('v.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    sku: row.sku,
    handle: row.handle,
    title: [row.product, row.title].filter(Boolean).join(', '),
  }));
}

/** Sets the price of these variants, in minor units, and updates all values derived from it. */
export function setPrice(
  trx: Transaction,
  ids: readonly number[],
  price: number,
  now: number,
): Promise<void> {
  return changeVariants(trx, ids, { price }, now);
}

/** Sets the number of units that can still be sold, which does not include units reserved by orders. */
export function setStock(
  trx: Transaction,
  ids: readonly number[],
  stock: number,
  now: number,
): Promise<void> {
  return changeVariants(trx, ids, stock > 0 ? { stock } : { stock, back_told: 0 }, now);
}

/** Updates variants and the product and collection columns derived from them, and purges the pages that display them. */
async function changeVariants(
  trx: Transaction,
  ids: readonly number[],
  change: { price: number } | { stock: number; back_told?: 0 },
  now: number,
): Promise<void> {
  await trx
    .updateTable('variants')
    .set({ ...change, updated_at: now })
    .where('id', 'in', ids)
    .execute();
  const rows = await trx
    .selectFrom('variants')
    .select('product_id')
    .distinct()
    .where('id', 'in', ids)
    .orderBy('product_id')
    .execute();
  const live = sql`variants where variants.product_id = products.id and variants.deleted_at is null`;
  for (const { product_id } of rows) {
    const product = await trx
      .updateTable('products')
      .set({
        min_price: sql`(select min(variants.price) from ${live})`,
        max_price: sql`(select max(variants.price) from ${live})`,
        in_stock: sql<0 | 1>`case when exists (select 1 from ${live}
          and (variants.stock > 0 or variants.inventory_policy = 'continue' or variants.is_tracked = 0)) then 1 else 0 end`,
        updated_at: now,
      })
      .where('id', '=', product_id)
      .returning('min_price')
      .executeTakeFirstOrThrow();
    const memberships = await trx
      .updateTable('product_collections')
      .set({ min_price: product.min_price })
      .where('product_id', '=', product_id)
      .returning('collection_id')
      .execute();
    await purge(
      trx,
      [tags.product(product_id), ...memberships.map((row) => tags.collection(row.collection_id))],
      now,
    );
  }
}
