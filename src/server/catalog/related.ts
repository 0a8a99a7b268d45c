/** Which products are shown beside one (API-012): those of its sets and of its collections first, then what sells best. */
import { tags } from '../cache/tags.ts';
import type { Context } from '../core/handler.ts';
import type { Place } from './collections-store.ts';
import { bestSellingOfAll, readStretch, stretch } from './listing-store.ts';
import { rankCompanions } from './rank-companions.ts';

/** Collections that are looked at beside the first, which says what a product is; the narrow ones say most about it. */
const narrowLimit = 3;

/**
 * @param places the collections the product is in
 * @param sets ids of the products of each set that it is sold in
 * @returns ids of products that can be bought, at most `limit`, never the product itself
 */
export async function relatedIds(
  context: Context,
  productId: number,
  places: readonly Place[],
  limit: number,
  sets: readonly (readonly number[])[] = [],
): Promise<number[]> {
  const [main] = places;
  const narrow = places.toSorted((a, b) => a.productCount - b.productCount || a.id - b.id);
  const looked = new Set([...(main ? [main] : []), ...narrow.slice(0, narrowLimit)]);
  const shelves = await Promise.all(
    [...looked].map(async (place) => ({
      ...{ size: place.productCount, shared: 1, main: place === main ? 1 : 0 },
      products: await neighbours(context, place),
    })),
  );
  const related = rankCompanions([productId], sets, shelves).slice(0, limit);
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
