/** Catalogue endpoints that the requirements define: prices, stock, recommendations, filters and collections. */
import * as codes from '#lib/contract/codes.ts';
import { suggestionCount } from '#lib/search/suggestions.ts';
import { tags } from '../cache/tags.ts';
import {
  type CollectionRecord,
  readCollectionsById,
  readCollectionsOfProduct,
} from '../catalog/collections-store.ts';
import { readPageProductIds, toSortType } from '../catalog/listing-store.ts';
import {
  toCustomOption,
  toVariantPrices,
  toVariantStock,
  toWireProduct,
} from '../catalog/product-responses.ts';
import { readProduct, readProductState } from '../catalog/products-store.ts';
import { findRelatedProductIds } from '../catalog/related.ts';
import { readVariantsOfProduct } from '../catalog/variants-store.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { identify } from '../core/identity.ts';
import { jpegImageUrl } from '../media/image-url.ts';
import { cardsFor } from '../promotions/cards.ts';
import { readPriceView } from '../promotions/price-view.ts';
import { addBackProductStock, addBackStock } from '../promotions/shopper-holds.ts';
import { readShopperHolds } from '../promotions/shopper-holds-store.ts';
import { catalogueSearch } from '../search/catalogue.ts';
import { readCallerLanguage } from '../theme/page-language.ts';
import {
  filterChoices,
  pageLinks,
  readCollectionSummaries,
  readNonProductSearchResults,
  sharedCollections,
  toSuggestedCollections,
} from './listing-responses.ts';

export const catalogHandlers: Handlers = {
  'GET /api/v1/products/:id/variant/price': async ({ params: { id } }, context) => {
    const { variants } = await requireProductState(context, id);
    const view = await readPriceView(context, [id]);
    return toVariantPrices(id, variants, view);
  },

  'GET /api/v1/products/:id/variant/inventory': async ({ params: { id } }, context) => {
    const { variants, state } = await requireProductState(context, id);
    const holds = await readShopperHolds(context.services.db.read, identify(context.caller), context.now);
    return toVariantStock(
      variants.map((variant) => addBackStock(variant, holds)),
      state,
    );
  },

  'GET /api/v1/recommed/products': async ({ query }, context) => {
    const { product_id, page_size } = query;
    const db = context.services.db.read;
    const collections = await readCollectionsOfProduct(db, product_id);
    const ids = await findRelatedProductIds(context, product_id, collections, page_size);
    context.tag(...collections.map((collection) => tags.collection(collection.id)));
    return { product_list: await cardsFor(context, ids) };
  },

  'GET /api/v1/recommed/collection/products': async ({ query: { collectionId, pageSize } }, context) => {
    const collection = await requireCollection(context, collectionId);
    return {
      product_list: await firstCards(context, collection, pageSize),
      seo_url: collection.handle,
    };
  },

  'GET /api/v1/test/products/others/:id': async ({ params: { id } }, context) => {
    const product = await requireProduct(context, id);
    const view = await readPriceView(context, [id]);
    return {
      description: product.descriptionHtml,
      tabs: product.others.tabs.map(({ title, html }) => ({ title, content: html })),
      size_guide: product.others.size_guide,
      custom_options: product.customOptions.map((option) => toCustomOption(option, view)),
    };
  },

  'GET /api/v1/cart/product/:id': async ({ params: { id } }, context) => {
    const [product, holds] = await Promise.all([
      requireProduct(context, id),
      readShopperHolds(context.services.db.read, identify(context.caller), context.now),
    ]);
    return toWireProduct(addBackProductStock(product, holds), await readPriceView(context, [id]));
  },

  'POST /api/v1/productFilterSelector': async ({ body }, context) => {
    const { collection_id, q, filters, sort_type, page_num, page_size } = body;
    if (collection_id !== undefined) await requireCollection(context, collection_id);
    const found = await catalogueSearch.find(context, {
      collectionId: collection_id,
      q,
      lang: (await readCallerLanguage(context)) ?? '',
      filters: {
        options: filters.options ?? {},
        tags: filters.tags ?? [],
        vendors: filters.vendors ?? [],
        productTypes: filters.product_types ?? [],
        inStock: filters.in_stock,
        priceMin: filters.price_min,
        priceMax: filters.price_max,
      },
      sort: toSortType(sort_type),
      page: page_num,
      size: page_size,
    });
    const db = context.services.db.read;
    const isSuggesting =
      q !== '' && collection_id === undefined && page_num === 1 && page_size === suggestionCount;
    return {
      total: found.total,
      product_list: await cardsFor(context, found.ids, found.wish),
      filters: filterChoices(found),
      ...(await readNonProductSearchResults(db, found)),
      pages: await pageLinks(db, found.texts.pages),
      ...(isSuggesting && {
        found_in: await toSuggestedCollections(
          context,
          await sharedCollections(db, found.ids, found.texts.collectionIds),
        ),
      }),
    };
  },

  'GET /api/v1/test/getCollections': async ({ query: { collectionIds } }, context) => {
    const found = await readCollectionsById(context.services.db.read, collectionIds);
    context.tag(...collectionIds.map(tags.collection));
    const collections = [...new Set(collectionIds)].flatMap((id) => found.get(id) ?? []);
    return (await readCollectionSummaries(context, collections)).map(({ id, title, seo_url, picture }) => ({
      id,
      title,
      seo_url,
      image: picture ? jpegImageUrl(picture, 800) : '',
      picture,
    }));
  },

  'GET /api/v1/test/getFeaturedCollection': async ({ query: { collectionId, size } }, context) => {
    const collection = await requireCollection(context, collectionId);
    return {
      id: collection.id,
      title: collection.title,
      seo_url: collection.handle,
      product_list: await firstCards(context, collection, size),
    };
  },
};

/** Returns a product's state and variants. Includes deleted and unpublished products, because the response reports their state. */
async function requireProductState({ services, tag }: Context, id: number) {
  const state = await readProductState(services.db.read, id);
  if (!state) throw new Failure(codes.notFound, 'There is no such product.');
  tag(tags.product(id));
  return { state, variants: await readVariantsOfProduct(services.db.read, id) };
}

async function requireProduct({ services, tag }: Context, id: number) {
  const product = await readProduct(services.db.read, { id });
  if (!product) throw new Failure(codes.notFound, 'There is no such product.');
  tag(tags.product(id));
  return product;
}

async function requireCollection({ services, tag }: Context, id: number): Promise<CollectionRecord> {
  tag(tags.collection(id));
  const collection = (await readCollectionsById(services.db.read, [id])).get(id);
  if (!collection) throw new Failure(codes.notFound, 'There is no such collection.');
  return collection;
}

async function firstCards(context: Context, collection: CollectionRecord, size: number) {
  const ids = await readPageProductIds(context.services.db.read, {
    collectionId: collection.id,
    total: collection.productCount,
    sort: 0,
    page: 1,
    size,
  });
  return cardsFor(context, ids);
}
