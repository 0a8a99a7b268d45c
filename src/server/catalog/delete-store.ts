/**
 * Deletes products and collections. If orders reference a product or collection, it is only unpublished, because orders display
 * what was bought.
 */
import { purge } from '../cache/purges-store.ts';
import { tags } from '../cache/tags.ts';
import type { Transaction } from '../db/database.ts';
import { recountCollections } from './collections-store.ts';

/** Result of a deletion; `missing` means that the product or collection does not exist. */
export type DeletionResult = 'deleted' | 'unpublished' | 'missing';

/**
 * Deletes a product. Its row is kept, because bags reference it; importing the handle again restores the product.
 * @param now ms UTC
 */
export async function deleteProduct(trx: Transaction, handle: string, now: number): Promise<DeletionResult> {
  const product = await trx
    .selectFrom('products')
    .select('id')
    .where('handle', '=', handle)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!product) return 'missing';
  const { id } = product;
  const ordered = await trx
    .selectFrom('order_lines')
    .select('order_no')
    .where('product_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  await trx
    .updateTable('products')
    .set({ is_published: 0, updated_at: now, ...(!ordered && { deleted_at: now }) })
    .where('id', '=', id)
    .execute();
  if (!ordered) {
    await trx
      .updateTable('variants')
      .set({ deleted_at: now, updated_at: now })
      .where('product_id', '=', id)
      .where('deleted_at', 'is', null)
      .execute();
  }
  const places = await trx
    .deleteFrom('product_collections')
    .where('product_id', '=', id)
    .returning('collection_id')
    .execute();
  const collections = places.map((row) => row.collection_id);
  await recountCollections(trx, collections);
  const stale = [tags.product(id), ...collections.map(tags.collection), tags.catalog, tags.promotions];
  await purge(trx, stale, now);
  return ordered ? 'unpublished' : 'deleted';
}

/**
 * Deletes a collection, but not its products. If an order used a promotion for the collection, the collection is only
 * unpublished.
 * @param now ms UTC
 */
export async function deleteCollection(
  trx: Transaction,
  handle: string,
  now: number,
): Promise<DeletionResult> {
  const collection = await trx
    .selectFrom('collections')
    .select('id')
    .where('handle', '=', handle)
    .executeTakeFirst();
  if (!collection) return 'missing';
  const { id } = collection;
  const ordered = await isNamedByOrders(trx, id);
  const members = await trx
    .selectFrom('product_collections')
    .select('product_id')
    .where('collection_id', '=', id)
    .orderBy('product_id')
    .execute();
  if (ordered) {
    await trx
      .updateTable('collections')
      .set({ is_published: 0, updated_at: now })
      .where('id', '=', id)
      .execute();
  } else {
    await trx.deleteFrom('product_collections').where('collection_id', '=', id).execute();
    await trx.deleteFrom('collections').where('id', '=', id).execute();
  }
  const stale = [tags.collection(id), tags.catalog, tags.promotions];
  stale.push(...members.map((row) => tags.product(row.product_id)));
  for (let from = 0; from < stale.length; from += 500) await purge(trx, stale.slice(from, from + 500), now);
  return ordered ? 'unpublished' : 'deleted';
}

/** Value of `range_type` in promotions that apply to collections (promotions-file.ts). */
const ofCollections = 3;

async function isNamedByOrders(trx: Transaction, id: number): Promise<boolean> {
  const ranges = await trx
    .selectFrom('promotions')
    .select('range_ids')
    .where('range_type', '=', ofCollections)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_promotions')
          .select('order_no')
          .whereRef('order_promotions.promotion_id', '=', 'promotions.id'),
      ),
    )
    .execute();
  return ranges.some(({ range_ids }) => (JSON.parse(range_ids) as number[]).includes(id));
}
