/** Which products are shown beside one (API-012): its neighbours in collections first, then what sells best. */
import { tags } from '../cache/tags.ts';
import type { Context } from '../core/handler.ts';
import type { Place } from './collections-store.ts';
import { bestSellingOfAll, readStretch, stretch } from './listing-store.ts';

/** Collections that are looked at; the narrow ones say most about a product. */
const collectionLimit = 3;

/**
 * @param places the collections the product is in
 * @returns ids of products that can be bought, at most `limit`, never the product itself
 */
export async function relatedIds(
  context: Context,
  productId: number,
  places: readonly Place[],
  limit: number,
): Promise<number[]> {
  const narrow = [...places].sort((a, b) => a.productCount - b.productCount || a.id - b.id);
  const stretches = await Promise.all(
    narrow.slice(0, collectionLimit).map((place) => neighbours(context, place)),
  );
  // Each has its best first: what comes behind as many as are wanted, and the product itself, is not among the best of all.
  const first = stretches.flatMap((list) => list.slice(0, limit + 1));
  const found = new Map(first.map((one) => [one.id, one]));
  found.delete(productId);
  const best = [...found.values()].sort((a, b) => b.sold - a.sold || a.id - b.id);
  const related = best.slice(0, limit).map(({ id }) => id);
  if (related.length >= limit) return related;
  const others = await bestSellers(context, limit + related.length + 1);
  const further = others.filter((id) => id !== productId && !related.includes(id));
  return [...related, ...further].slice(0, limit);
}

/** What can be bought around a place in a collection, what sells best first; of a small collection all of it. */
export function neighbours(context: Context, { id, at, productCount }: Place) {
  const from = productCount <= stretch ? 0 : Math.floor(at / stretch) * stretch;
  return context.cached(`beside:${id}:${from}`, (own) => {
    own.tag(tags.collection(id));
    return readStretch(own.services.db.read, id, from);
  });
}

/** Ids of what sells best of all that could be bought when they were read, up to a minute ago. */
function bestSellers(context: Context, count: number) {
  // Of no tag: a page shows only some of them, and those are tagged as its cards.
  return context.cached(`best sellers:${count}`, (own) => bestSellingOfAll(own.services.db.read, count));
}
