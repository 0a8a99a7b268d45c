/** Handlers of the endpoints for recommendations (R31, R71) and marketing events (R69). */
import * as codes from '#lib/contract/codes.ts';
import { tags } from '../cache/tags.ts';
import { readCollectionByHandle } from '../catalog/collections-store.ts';
import { toWireProduct } from '../catalog/product-responses.ts';
import { readProduct } from '../catalog/products-store.ts';
import { unitsForSale, unlimitedStock } from '../catalog/stock.ts';
import { readVariants } from '../catalog/variants-store.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { cardsFor } from '../promotions/cards.ts';
import { readPriceView } from '../promotions/price-view.ts';
import { readSetting } from '../settings/store.ts';
import { areRecommendationsEnabled, hasContextualLists, matchLists } from './recommend.ts';
import { readHandles, readListProducts } from './recommend-store.ts';
import {
  type MarketingEventSettings,
  marketingEventSettings,
  noRecommendations,
  type RecommendList,
  type RecommendSettings,
  recommendSettings,
} from './settings.ts';

/** Number of cards fetched beyond the list's limit, because a collection page may already display 20 of these products (R93). */
const spareCards = 24;

/**
 * Cache lifetime of a recommendation list, ms. The list is purged when a product sells out, but not when a product is restocked
 * or sells better.
 */
const listAgeMs = 60_000;

type MarketingEvent = Omit<MarketingEventSettings[number], 'products'>;

interface Shown {
  /** Handle of the page's product, null on other pages. */
  product: string | null;
  /** Number of units left of the selected variant; null if no variant is selected or its stock is not tracked. */
  stock: number | null;
}

/**
 * Returns the marketing events with these names, in the order of the settings. `{stock}` in a title is replaced with the number
 * of units left; if that number is unknown, the event is left out.
 */
function eventsFor(
  settings: MarketingEventSettings,
  names: readonly string[],
  { product, stock }: Shown,
): MarketingEvent[] {
  return settings
    .filter(({ event }) => names.includes(event))
    .filter(({ products }) => products.length === 0 || (product !== null && products.includes(product)))
    .filter(({ title }) => stock !== null || !title.includes('{stock}'))
    .map(({ event, type, title, params }) => ({
      event,
      type,
      title: title.replaceAll('{stock}', String(stock)),
      params,
    }));
}

export const marketingHandlers: Handlers = {
  'GET /api/v1/recommend/status/:id': async ({ params: { id } }, context) => {
    if (id !== 1) throw new Failure(codes.notFound, 'There is no such shop.');
    const { status, add_to_cart_status, cart_status } = await recommendations(context);
    return { status, add_to_cart_status, cart_status };
  },

  'POST /api/v1/recommend/match': async ({ body }, context) => {
    const settings = await recommendations(context);
    const page = body.page_type;
    const table = page === 3 ? 'collections' : 'products';
    const handles = hasContextualLists(settings, page)
      ? await readHandles(context.services.db.read, table, body.values)
      : new Set<string>();
    return { recommend_ids: matchLists(settings, page, handles).map(({ id }) => id) };
  },

  'POST /api/v1/recommend/detail': async ({ body }, context) => {
    const db = context.services.db.read;
    const list = await shownList(context, body.recommend_id);
    const ids = await readListProducts(db, list, body.current_product_ids);
    const [products, prices] = await Promise.all([
      Promise.all(ids.map((id) => readProduct(db, { id }))),
      readPriceView(context, ids),
    ]);
    return {
      recommend_id: list.id,
      product_info_list: products
        .filter((product) => product !== null)
        .map((product) => toWireProduct(product, prices)),
      style_json_config: { title: list.title, imgSize: list.imgSize },
    };
  },

  'GET /api/v1/storefront/recommendation': async ({ query: { id } }, context) => {
    const { title, imgSize, limit, source } = await shownList(context, id);
    context.changesAt(context.now + listAgeMs);
    const ids = await readListProducts(context.services.db.read, { source, limit: limit + spareCards }, []);
    const [cards, collection] = await Promise.all([
      cardsFor(context, ids),
      source.kind === 'collection'
        ? readCollectionByHandle(context.services.db.read, source.collection)
        : null,
    ]);
    return {
      ...{ title, img_size: imgSize, limit, collection_id: collection?.id ?? 0 },
      // Check the stock again, because a card may be newer than the cached list.
      product_list: cards.filter((card) => card.in_stock),
    };
  },

  'POST /api/v1/atmosphere/events': async ({ body }, context) => {
    context.tag(tags.setting('atmosphere'));
    const db = context.services.db.read;
    const settings = (await readSetting(db, 'atmosphere', marketingEventSettings)) ?? [];
    const { product_id, variant_id } = body;
    const [[product = null], variants] = await Promise.all([
      readHandles(db, 'products', product_id ? [product_id] : []),
      readVariants(db, variant_id ? [variant_id] : []),
    ]);
    const units = [...variants.values()].map(unitsForSale)[0] ?? unlimitedStock;
    return eventsFor(settings, body.events, { product, stock: units === unlimitedStock ? null : units });
  },
};

/** Returns the recommendation settings, which are cached because every product page needs them. */
function recommendations(context: Context): Promise<RecommendSettings> | RecommendSettings {
  return context.cached('recommend', async ({ services, tag }) => {
    tag(tags.setting('recommend'));
    return (await readSetting(services.db.read, 'recommend', recommendSettings)) ?? noRecommendations;
  });
}

/** Returns a recommendation list. @throws Failure if the list does not exist or is disabled on all its page types */
async function shownList(context: Context, id: number): Promise<RecommendList> {
  const settings = await recommendations(context);
  const list = settings.lists.find((one) => one.id === id);
  if (!list?.page_types.some((page) => areRecommendationsEnabled(settings, page)))
    throw new Failure(codes.notFound, 'There is no such recommendation.');
  return list;
}
