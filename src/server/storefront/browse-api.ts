/** Endpoints for browsing the catalogue: products, collections, best sellers and search (contract: storefront). */
import { isFiltered, readFilters } from '#lib/catalog/filters.ts';
import * as codes from '#lib/contract/codes.ts';
import { cardsPerRow } from '#lib/search/additional-content.ts';
import { tags } from '../cache/tags.ts';
import {
  type CollectionRecord,
  listCollections,
  readAllCollectionsOfProduct,
  readCollectionByHandle,
  readCollectionsById,
} from '../catalog/collections-store.ts';
import { readReviews } from '../catalog/comments-store.ts';
import { productsPerPage, readBestSellerIds, toSortType } from '../catalog/listing-store.ts';
import { toBaseProductDetail } from '../catalog/product-responses.ts';
import { type ProductRecord, readProduct } from '../catalog/products-store.ts';
import { findRelatedProductIds } from '../catalog/related.ts';
import { homeCountry } from '../checkout/arrival.ts';
import { Failure } from '../core/failure.ts';
import { findCurrentHandle } from '../core/former-handles-store.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { toFoldedHandle, toHandle } from '../core/handles.ts';
import { identify } from '../core/identity.ts';
import type { Queryable } from '../db/database.ts';
import { cardsFor } from '../promotions/cards.ts';
import { readPriceView, tagPrices } from '../promotions/price-view.ts';
import { readProductOffers } from '../promotions/product-offers.ts';
import { addBackProductStock } from '../promotions/shopper-holds.ts';
import { readShopperHolds } from '../promotions/shopper-holds-store.ts';
import { catalogueSearch } from '../search/catalogue.ts';
import type { Listing } from '../search/catalogue-search.ts';
import { searchCounter } from '../search/search-counter.ts';
import { readCallerLanguage } from '../theme/page-language.ts';
import {
  filterChoices,
  readCollectionSummaries,
  readNonProductSearchResults,
  readTextResults,
  suggestedCollections,
} from './listing-responses.ts';
import { computeProductDeliveryDates, deliverySettings } from './product-delivery-dates.ts';
import { productShipping } from './product-shipping.ts';

/** Number of related products on a product page. */
const relatedCount = 5;

/** Number of spare best sellers to read: the list is cached for a minute, and some products may sell out in that time. */
const spareCount = 2;

export const browseHandlers: Handlers = {
  'GET /api/v1/storefront/product': async ({ query = {} }, context) => {
    const db = context.services.db.read;
    const [found, holds] = await Promise.all([
      query.id ? readProduct(db, { id: query.id }) : readProductAt(db, query.handle ?? ''),
      readShopperHolds(db, identify(context.caller), context.now),
    ]);
    const product = found && addBackProductStock(found, holds);
    // The product may be created later, so a page that reports it missing depends on the catalogue.
    if (!product) context.tag(tags.catalog);
    if (!product) throw new Failure(codes.notFound, 'There is no such product.');
    context.tag(tags.product(product.id));
    const [view, places, reviews, delivery] = await Promise.all([
      readPriceView(context, [product.id]),
      readAllCollectionsOfProduct(db, product.id),
      readReviews(db, product),
      deliverySettings(context),
    ]);
    tagPrices(context, view);
    const collections = places.filter(({ isPublished }) => isPublished);
    context.tag(...collections.map((collection) => tags.collection(collection.id)));
    const offers = await readProductOffers(
      context,
      product,
      places.map(({ id }) => id),
    );
    const sets = offers.map(({ items }) => items.map((item) => item.product.id));
    const related = await findRelatedProductIds(context, product.id, collections, relatedCount, sets);
    return {
      ...toBaseProductDetail(product, view),
      ...computeProductDeliveryDates(context, product, view, homeCountry(delivery.shipping), delivery),
      ...productShipping(product, view, delivery),
      reviews,
      collections: collections.map(({ id, title, handle }) => ({ id, title, seo_url: handle })),
      related: await cardsFor(context, related),
      offers,
    };
  },

  'GET /api/v1/storefront/collection': async ({ query }, context) => {
    const collection = await findCollection(context, query.handle, query.map_id);
    if (!collection) context.tag(tags.catalog);
    if (!collection) throw new Failure(codes.notFound, 'There is no such collection.');
    context.tag(tags.collection(collection.id));
    const found = await catalogueSearch.find(context, {
      ...pageOf(query),
      ...{ collectionId: collection.id, q: '', lang: '' },
    });
    const [summary] = await readCollectionSummaries(context, [collection]);
    return {
      collection: {
        ...summary!,
        description_html: collection.descriptionHtml,
        seo_title: collection.seoTitle,
        seo_description: collection.seoDescription,
      },
      ...(await listingOf(context, found, query)),
    };
  },

  'GET /api/v1/storefront/collections': async (_input, context) => {
    context.tag(tags.catalog);
    return { list: await readCollectionSummaries(context, await listCollections(context.services.db.read)) };
  },

  'GET /api/v1/storefront/bestsellers': async ({ query: { size } }, context) => {
    const ids = await context.cached(`best sellers shown:${size}`, (innerContext) => {
      // An empty list has no product tags, but must be purged when the first products are added.
      innerContext.tag(tags.catalog);
      return readBestSellerIds(innerContext.services.db.read, size + spareCount);
    });
    const cards = await cardsFor(context, ids);
    return { product_list: cards.filter((card) => card.in_stock).slice(0, size) };
  },

  'GET /api/v1/storefront/suggestions': async ({ query: { lang } }, context) => {
    const { searches, collectionIds } = await catalogueSearch.suggest(context, lang);
    context.tag(...collectionIds.map(tags.collection));
    return { searches, collections: await suggestedCollections(context, collectionIds) };
  },

  'GET /api/v1/storefront/search': async ({ query }, context) => {
    const { db } = context.services;
    const page = pageOf(query);
    const { filters } = page;
    const lang = query.lang ?? (await readCallerLanguage(context)) ?? '';
    const found = await catalogueSearch.find(context, { ...page, collectionId: undefined, q: query.q, lang });
    context.tag(tags.catalog);
    const isFirst = query.page_num === 1 && !isFiltered(filters);
    // Count only searches whose words all match the catalogue; any other text may be a person's name or address.
    const isFound = found.total > 0 || found.texts.first !== null;
    const isPlain = isFound && found.corrected === null && !found.isPartial;
    if (isFirst && isPlain) searchCounter(context.services).take(found.lang, query.q, context.now);
    const shown = new Set([...found.ids, ...found.mentionIds]);
    const { articleIds, collectionIds, pages } = found.texts;
    const hasTexts = isFirst && articleIds.length + collectionIds.length + pages.length > 0;
    // Return no best sellers if articles, pages or collections match, because these are results too, nor on a page past the end,
    // which only links to the last page.
    const isFew =
      found.total === 0 ? !isFiltered(filters) && !hasTexts : isFirst && found.total < cardsPerRow;
    const sold = isFew ? await readBestSellerIds(db.read, cardsPerRow + shown.size) : [];
    const instead = sold.filter((id) => !shown.has(id)).slice(0, cardsPerRow);
    return {
      q: query.q,
      ...(await listingOf(context, found, query)),
      ...(await readNonProductSearchResults(db.read, found)),
      mentions: isFirst ? await cardsFor(context, found.mentionIds, found.wish) : [],
      ...(isFirst ? await readTextResults(context, found.texts) : { articles: [], pages: [], first: null }),
      instead: await cardsFor(context, instead),
    };
  },
};

interface PageQuery {
  filter: string;
  sort_type: number;
  page_num: number;
}

/** Parses the filters, sort order and page number of a list request. */
function pageOf({ filter, sort_type, page_num }: PageQuery) {
  const filters = readFilters(new URLSearchParams(filter));
  return { filters, sort: toSortType(sort_type), page: page_num, size: productsPerPage };
}

/** Converts search results to the contract's `productListing`. */
async function listingOf(context: Context, found: Listing, { sort_type, page_num }: PageQuery) {
  return {
    product_list: await cardsFor(context, found.ids, found.wish),
    total: found.total,
    page_num,
    page_size: productsPerPage,
    sort_type: toSortType(sort_type),
    filters: filterChoices(found),
  };
}

/** Finds a product by its current handle or a former one. */
async function readProductAt(db: Queryable, handle: string): Promise<ProductRecord | null> {
  const product = await readProduct(db, { handle });
  if (product) return product;
  const current = await findCurrentHandle(db, 'products', handle);
  return current === null ? null : readProduct(db, { handle: current });
}

/**
 * Finds a collection by any spelling of its handle. Earlier versions stored folded handles, which are ambiguous (core/handles.ts):
 * a collection with such a handle is returned only if the handle of its title is the requested one.
 */
async function readCollectionAt(db: Queryable, written: string): Promise<CollectionRecord | null> {
  const handle = toHandle(written);
  const found = (await readCollectionByHandle(db, written)) ?? (await readCollectionByHandle(db, handle));
  if (found) return found;
  const folded = await readCollectionByHandle(db, toFoldedHandle(written));
  return folded && toHandle(folded.title) === handle ? folded : null;
}

/** Finds a collection by handle, otherwise by id (R19). */
async function findCollection(
  { services }: Context,
  handle: string | undefined,
  id: number | undefined,
): Promise<CollectionRecord | null> {
  const { read } = services.db;
  const byHandle = handle === undefined ? null : await readCollectionAt(read, handle);
  if (byHandle || id === undefined) return byHandle;
  return (await readCollectionsById(read, [id])).get(id) ?? null;
}
