/** Endpoint that returns companion products for a bag: products that are not in the bag yet and can be added without further choices. */
import { tags } from '../cache/tags.ts';
import { type ProductCollection, readCollectionsOfProducts } from '../catalog/collections-store.ts';
import { type CompanionCollection, rankCompanions } from '../catalog/rank-companions.ts';
import { readNeighbouringProducts } from '../catalog/related.ts';
import { readVariants } from '../catalog/variants-store.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { jpegImageUrl } from '../media/image-url.ts';
import { cardsFor } from '../promotions/cards.ts';
import { promotionKindByName } from '../promotions/kinds.ts';
import { readPriceView, readPromotionsAndCurrency } from '../promotions/price-view.ts';
import { canAddFromCard } from '../promotions/product-offers.ts';
import { isActive } from '../promotions/promotion.ts';

/**
 * Maximum number of products in the bag to consider, of their collections, of candidates for which to read cards, and of products
 * to return.
 */
const limits = { products: 20, shelves: 8, ranked: 16, answered: 6 };

export const goesWithHandlers: Handlers = {
  'GET /api/v1/cart/goes-with': async ({ query }, context) => {
    const bag = [...new Set(query.product_ids)].slice(0, limits.products);
    const [sets, collections] = await Promise.all([setsWith(context, bag), collectionsWith(context, bag)]);
    const ranked = rankCompanions(bag, sets, collections).slice(0, limits.ranked);
    const cards = (await cardsFor(context, ranked)).filter(canAddFromCard).slice(0, limits.answered);
    return { product_list: await asLines(context, cards) };
  },
};

/** Returns the products of each active set promotion that includes a product in the bag. */
async function setsWith(context: Context, bag: readonly number[]): Promise<number[][]> {
  const { promotions } = await readPromotionsAndCurrency(context);
  const sets = promotions
    .filter((promotion) => isActive(promotion, context.now))
    .flatMap(({ kind, rules }) => {
      const definition = promotionKindByName.get(kind);
      const offer = definition?.step === 'group' ? definition.read(rules) : null;
      return offer && 'products' in offer ? [[...offer.products]] : [];
    });
  return sets.filter((products) => products.some((id) => bag.includes(id)));
}

/** Returns the smallest collections that contain products in the bag, each with its purchasable products. */
async function collectionsWith(context: Context, bag: readonly number[]): Promise<CompanionCollection[]> {
  const places = await readCollectionsOfProducts(context.services.db.read, bag);
  const mains = places.map(([first]) => first?.id);
  const byCollection = Map.groupBy(places.flat(), ({ id }) => id);
  const narrow = [...byCollection.values()]
    .toSorted(([a], [b]) => a!.productCount - b!.productCount || a!.id - b!.id)
    .slice(0, limits.shelves);
  context.tag(...narrow.map(([place]) => tags.collection(place!.id)));
  return Promise.all(
    narrow.map(async (samePlaces) => {
      const [place] = samePlaces as [ProductCollection];
      const products = await readNeighbouringProducts(context, place);
      const main = mains.filter((id) => id === place.id).length;
      return { size: place.productCount, shared: samePlaces.length, main, products };
    }),
  );
}

/** Returns the variant that each card adds to the bag, with its current price. */
async function asLines(context: Context, cards: readonly { id: number; sku_id: number }[]) {
  const [variants, view] = await Promise.all([
    readVariants(
      context.services.db.read,
      cards.map(({ sku_id }) => sku_id),
    ),
    readPriceView(
      context,
      cards.map(({ id }) => id),
    ),
  ]);
  return cards.flatMap(({ id, sku_id }) => {
    const variant = variants.get(sku_id);
    if (!variant) return [];
    return [
      {
        ...{ product_id: id, variant_id: sku_id, title: variant.productTitle, seo_url: variant.handle },
        options: variant.options.map(({ name }, at) => ({ name, value: variant.optionValues[at] ?? '' })),
        price: view.wire(view.priceOf(id, variant.price)),
        image: variant.picture ? jpegImageUrl(variant.picture, 320) : '',
        is_virtual: !variant.requiresShipping,
      },
    ];
  });
}
