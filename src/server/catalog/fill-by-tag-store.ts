/** Fills collections by their rule tag when a collection is created or its tag changes. */

import { chunk } from '../db/chunk.ts';
import type { Transaction } from '../db/database.ts';
import { recountCollections } from './collections-store.ts';
import { parseJsonColumn, storedStringsSchema } from './stored-json.ts';

const productsAtOnce = 2000;

export interface TagRuleCollection {
  id: number;
  ruleTag: string;
}

/**
 * Updates the collections to match the tags of all published products; a product that remains keeps its position.
 * @returns ids of the products added or removed
 */
export async function fillCollectionsByTag(
  trx: Transaction,
  collections: readonly TagRuleCollection[],
): Promise<number[]> {
  const byTag = Map.groupBy(collections, ({ ruleTag }) => ruleTag.toLowerCase());
  const leaving = await readMembers(trx, collections);
  const moved = new Set<number>();
  for await (const products of listedProducts(trx)) {
    const rows = products.flatMap(({ tags, ...product }) => {
      const matchingCollections = new Set(
        parseJsonColumn(storedStringsSchema, tags).flatMap((tag) => byTag.get(tag.toLowerCase()) ?? []),
      );
      return [...matchingCollections].flatMap(({ id }) =>
        leaving.delete(`${id} ${product.product_id}`) ? [] : [{ ...product, collection_id: id }],
      );
    });
    for (const piece of chunk(rows)) await trx.insertInto('product_collections').values(piece).execute();
    for (const row of rows) moved.add(row.product_id);
  }
  for (const member of leaving) {
    const [collectionId, productId] = member.split(' ').map(Number) as [number, number];
    await trx
      .deleteFrom('product_collections')
      .where('collection_id', '=', collectionId)
      .where('product_id', '=', productId)
      .execute();
    moved.add(productId);
  }
  await recountCollections(
    trx,
    collections.map(({ id }) => id),
  );
  return [...moved];
}

/** Returns the current products of the collections, as strings of the form `collection product`. */
async function readMembers(
  trx: Transaction,
  collections: readonly TagRuleCollection[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { id } of collections) {
    const rows = await trx
      .selectFrom('product_collections')
      .select('product_id')
      .where('collection_id', '=', id)
      .execute();
    for (const { product_id } of rows) found.add(`${id} ${product_id}`);
  }
  return found;
}

/** Yields published products in batches: the values for a `product_collections` row, and the product's tags. */
async function* listedProducts(trx: Transaction) {
  for (let after = 0; ; ) {
    const rows = await trx
      .selectFrom('products')
      .select(['id', 'title', 'tags', 'min_price', 'created_at'])
      .where('id', '>', after)
      .where('is_published', '=', 1)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(productsAtOnce)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ id, title, ...rest }) => ({
      ...rest,
      product_id: id,
      position: id,
      title_key: title.toLowerCase(),
    }));
    after = last.id;
  }
}
