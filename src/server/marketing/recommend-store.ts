/** Reads the products of a recommendation list, and the handles of products and collections. */

import { chunk } from '../db/chunk.ts';
import type { Queryable } from '../db/database.ts';
import type { RecommendList } from './settings.ts';

/** Returns the handles of these products or collections; unknown ids are left out. */
export async function readHandles(
  db: Queryable,
  table: 'products' | 'collections',
  ids: readonly number[],
): Promise<Set<string>> {
  const handles = new Set<string>();
  for (const piece of chunk([...new Set(ids)])) {
    const rows = await db.selectFrom(table).select('handle').where('id', 'in', piece).execute();
    for (const { handle } of rows) handles.add(handle);
  }
  return handles;
}

/**
 * Returns the ids of the published, purchasable products in a recommendation list, in the list's order and up to its limit.
 * @param shown ids of products already on the page, which are left out (RECO-14)
 */
export async function readListProducts(
  db: Queryable,
  { source, limit }: Pick<RecommendList, 'source' | 'limit'>,
  shown: readonly number[],
): Promise<number[]> {
  const hidden = new Set(shown);
  const forSale = db
    .selectFrom('products')
    .where('products.is_published', '=', 1)
    .where('products.deleted_at', 'is', null)
    .where('products.in_stock', '=', 1);
  if (source.kind === 'products') {
    const rows = await forSale
      .select(['products.id', 'products.handle'])
      .where('products.handle', 'in', source.products)
      .execute();
    const idOf = new Map(rows.map(({ handle, id }) => [handle, id]));
    const ids = [...new Set(source.products)].flatMap((handle) => idOf.get(handle) ?? []);
    return ids.filter((id) => !hidden.has(id)).slice(0, limit);
  }
  const enough = limit + hidden.size;
  const rows =
    source.kind === 'collection'
      ? await forSale
          .innerJoin('product_collections', 'product_collections.product_id', 'products.id')
          .innerJoin('collections', 'collections.id', 'product_collections.collection_id')
          .select('products.id')
          .where('collections.handle', '=', source.collection)
          .orderBy('product_collections.position')
          .orderBy('products.id')
          .limit(enough)
          .execute()
      : await forSale
          .select('products.id')
          .orderBy('products.sold_count', 'desc')
          .orderBy('products.id')
          .limit(enough)
          .execute();
  return rows
    .map(({ id }) => id)
    .filter((id) => !hidden.has(id))
    .slice(0, limit);
}
