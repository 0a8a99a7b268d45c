/** Which products are shown beside one (API-012): its neighbours in collections first, then what sells best. */
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { CollectionRecord } from './collections-store.ts';
import { bestSelling, bestSellingOfAll, readNeighbours } from './listing-store.ts';

/** Collections that are looked at; the narrow ones say most about a product. */
const collectionLimit = 3;

/**
 * @param collections those the product is in
 * @returns ids of products that can be bought, at most `limit`, never the product itself
 */
export async function relatedIds(
  db: Kysely<Tables>,
  productId: number,
  collections: readonly CollectionRecord[],
  limit: number,
): Promise<number[]> {
  const narrow = [...collections].sort((a, b) => a.productCount - b.productCount || a.id - b.id);
  const looked = narrow.slice(0, collectionLimit).map(({ id }) => id);
  const related = await bestSelling(db, await readNeighbours(db, looked, productId), limit);
  if (related.length >= limit) return related;
  const others = await bestSellingOfAll(db, limit + related.length + 1);
  const further = others.filter((id) => id !== productId && !related.includes(id));
  return [...related, ...further].slice(0, limit);
}
