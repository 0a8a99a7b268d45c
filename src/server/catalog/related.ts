/** Finds related products (API-012): first from the product's sets and collections, then the shop's bestsellers. */
import { tags } from '../cache/tags.ts';
import type { Context } from '../core/handler.ts';
import type { ProductCollection } from './collections-store.ts';
import { neighbourBlockSize, readBestSellerIds, readNeighbourBlock } from './listing-store.ts';
import { rankCompanions } from './rank-companions.ts';

/**
 * Number of small collections to read, smallest first, because they are the most specific. The product's first collection, which
 * describes the product best, is read in addition.
 */
const narrowLimit = 3;

/**
 * Returns the ids of at most `limit` available products that are related to a product, without the product itself.
 * @param places the product's collections
 * @param sets product ids of each set that contains the product
 */
export async function findRelatedProductIds(
  context: Context,
  productId: number,
  places: readonly ProductCollection[],
  limit: number,
  sets: readonly (readonly number[])[] = [],
): Promise<number[]> {
  const [main] = places;
  const narrow = places.toSorted((a, b) => a.productCount - b.productCount || a.id - b.id);
  const looked = new Set([...(main ? [main] : []), ...narrow.slice(0, narrowLimit)]);
  const collections = await Promise.all(
    [...looked].map(async (place) => ({
      ...{ size: place.productCount, shared: 1, main: place === main ? 1 : 0 },
      products: await readNeighbouringProducts(context, place),
    })),
  );
  const related = rankCompanions([productId], sets, collections).slice(0, limit);
  if (related.length >= limit) return related;
  const others = await bestSellers(context, limit + related.length + 1);
  const further = others.filter((id) => id !== productId && !related.includes(id));
  return [...related, ...further].slice(0, limit);
}

/**
 * Returns the available products around a position in a collection, best-selling first; for a small collection, all of its
 * available products.
 */
export function readNeighbouringProducts(context: Context, { id, at, productCount }: ProductCollection) {
  const from =
    productCount <= neighbourBlockSize ? 0 : Math.floor(at / neighbourBlockSize) * neighbourBlockSize;
  return context.cached(`beside:${id}:${from}`, (innerContext) => {
    innerContext.tag(tags.collection(id));
    return readNeighbourBlock(innerContext.services.db.read, id, from);
  });
}

/** Returns the best-selling available products; cached for up to a minute. */
function bestSellers(context: Context, count: number) {
  // No cache tag is needed: a page displays only some of these products, and their cards register the tags.
  return context.cached(`best sellers:${count}`, (innerContext) =>
    readBestSellerIds(innerContext.services.db.read, count),
  );
}
