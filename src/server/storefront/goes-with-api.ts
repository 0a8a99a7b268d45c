/** What goes with the products of a bag: things that go into it at once, beside those it has. */
import { tags } from '../cache/tags.ts';
import { type Place, placesOfProducts } from '../catalog/collections-store.ts';
import { type CompanionCollection, rankCompanions } from '../catalog/rank-companions.ts';
import { neighbours } from '../catalog/related.ts';
import { readVariants } from '../catalog/variants-store.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { addressOf } from '../media/picture-address.ts';
import { cardsFor } from '../promotions/cards.ts';
import { kindNamed } from '../promotions/kinds.ts';
import { readPrices, readPriceView } from '../promotions/price-view.ts';
import { canBeBought } from '../promotions/product-offers.ts';
import { isActive } from '../promotions/promotion.ts';

/** Products of the bag that are looked at, collections of these, what is looked up of the best, and what is answered. */
const most = { products: 20, shelves: 8, ranked: 16, answered: 6 };

export const goesWithHandlers: Handlers = {
  'GET /api/v1/cart/goes-with': async ({ query }, context) => {
    const bag = [...new Set(query.product_ids)].slice(0, most.products);
    const [sets, shelves] = await Promise.all([setsWith(context, bag), shelvesOf(context, bag)]);
    const ranked = rankCompanions(bag, sets, shelves).slice(0, most.ranked);
    const cards = (await cardsFor(context, ranked)).filter(canBeBought).slice(0, most.answered);
    return { product_list: await asLines(context, cards) };
  },
};

/** Products of the sets that hold now and that one of the bag's products is in. */
async function setsWith(context: Context, bag: readonly number[]): Promise<number[][]> {
  const { promotions } = await readPrices(context);
  const sets = promotions
    .filter((promotion) => isActive(promotion, context.now))
    .flatMap(({ kind, rules }) => {
      const definition = kindNamed.get(kind);
      const offer = definition?.step === 'group' ? definition.read(rules) : null;
      return offer && 'products' in offer ? [[...offer.products]] : [];
    });
  return sets.filter((products) => products.some((id) => bag.includes(id)));
}

/** The narrowest collections that the bag's products stand in, with what can be bought of each. */
async function shelvesOf(context: Context, bag: readonly number[]): Promise<CompanionCollection[]> {
  const places = await placesOfProducts(context.services.db.read, bag);
  const mains = places.map(([first]) => first?.id);
  const byCollection = Map.groupBy(places.flat(), ({ id }) => id);
  const narrow = [...byCollection.values()]
    .toSorted(([a], [b]) => a!.productCount - b!.productCount || a!.id - b!.id)
    .slice(0, most.shelves);
  context.tag(...narrow.map(([place]) => tags.collection(place!.id)));
  return Promise.all(
    narrow.map(async (own) => {
      const [place] = own as [Place];
      const products = await neighbours(context, place);
      const main = mains.filter((id) => id === place.id).length;
      return { size: place.productCount, shared: own.length, main, products };
    }),
  );
}

/** The variant each card is bought as, at its price of now. */
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
        image: variant.picture ? addressOf(variant.picture, 320) : '',
        is_virtual: !variant.requiresShipping,
      },
    ];
  });
}
