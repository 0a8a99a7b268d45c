/** Endpoints for products, collections, search, catalogue recommendations and the server's time. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idList, pageNum, pageSize, sortType, text } from './fields.ts';
import { availableFilters, pageLink, searchMetadata, suggestedCollection } from './listing.ts';
import { customOptionData, productCard, wireImage } from './product.ts';
import { wireDiscount, wireOnePrice } from './wire-discount.ts';
import { wireProduct, wireVariantPrice, wireVariantStock } from './wire-product.ts';

const byId = z.object({ id });
const productList = z.array(productCard);

export const catalogEndpoints = {
  'GET /api/v1/products/:id/variant/price': endpoint({
    id: 'API-001',
    summary: 'Current prices of all variants of a product.',
    params: byId,
    data: z.array(wireVariantPrice),
  }),
  'GET /api/v1/products/:id/variant/inventory': endpoint({
    id: 'API-002',
    summary: 'Stock and publication state of all variants of a product.',
    params: byId,
    data: z.array(wireVariantStock),
  }),
  'GET /api/v2/products/:id/discount': endpoint({
    id: 'API-008',
    summary: 'Active promotions that include a product.',
    params: byId,
    data: z.array(
      wireDiscount.omit({ amounts: true }).extend({
        ends_at: z.number().int().nullable(),
        orderOnePriceConfig: wireOnePrice.nullable(),
      }),
    ),
  }),
  'GET /api/v1/recommed/products': endpoint({
    id: 'API-012',
    summary: 'Published products related to a product, in stock.',
    query: z.object({ product_id: id, page_size: pageSize(10) }),
    data: z.object({ product_list: productList }),
  }),
  'GET /api/v1/recommed/collection/products': endpoint({
    id: 'API-013',
    summary: "A collection's published products, for the recommendation in the bag.",
    query: z.object({ collectionId: id, pageSize: pageSize(24) }),
    data: z.object({ product_list: productList, seo_url: z.string() }),
  }),
  'GET /api/v1/test/products/others/:id': endpoint({
    id: 'API-020',
    summary: 'Content of a product that is not needed for the first view.',
    params: byId,
    data: z.object({
      /** Sanitised HTML, like the contents of `tabs` and `size_guide`. */
      description: z.string(),
      tabs: z.array(z.object({ title: z.string(), content: z.string() })),
      size_guide: z.string(),
      custom_options: z.array(customOptionData),
    }),
  }),
  'GET /api/v1/cart/product/:id': endpoint({
    id: 'API-069',
    summary: 'A product with options and variants, for quick add and re-selection in the bag.',
    params: byId,
    data: wireProduct,
  }),
  'GET /api/v1/getSysTime': endpoint({
    id: 'API-095',
    summary: "Returns the server's time.",
    data: z.object({ current_time: z.number().int() }),
  }),
  'POST /api/v1/productFilterSelector': endpoint({
    id: 'API-104',
    summary:
      'Searches and filters published products, sorted and paged; page_size 5 returns the suggestions under the search box (R74).',
    body: z.object({
      collection_id: z.number().int().min(1).optional(),
      q: text(200).default(''),
      filters: z
        .object({
          price_min: z.number().min(0).max(1e9).optional(),
          price_max: z.number().min(0).max(1e9).optional(),
          in_stock: z.boolean().optional(),
          /** Accepted option values by option name. */
          options: z
            .record(z.string().max(100), z.array(text(255)).max(100))
            .refine((value) => Object.keys(value).length <= 20, 'has too many entries')
            .optional(),
          tags: z.array(text(100)).max(100).optional(),
          vendors: z.array(text(255)).max(100).optional(),
          product_types: z.array(text(255)).max(100).optional(),
        })
        .default({}),
      sort_type: sortType,
      page_num: pageNum,
      page_size: pageSize(20),
    }),
    data: z.object({
      total: z.number().int(),
      product_list: productList,
      filters: availableFilters,
      ...searchMetadata,
      /** API extension: pages that contain the search terms; optional. */
      pages: z.array(pageLink).optional(),
      /**
       * API extension, only for suggestions: at most four collections that contain at least half of the suggested products, except
       * collections that match by name; optional.
       */
      found_in: z.array(suggestedCollection).optional(),
    }),
  }),
  'GET /api/v1/test/getCollections': endpoint({
    id: 'API-110',
    summary: 'The published collections among these ids, in the order of the ids.',
    query: z.object({ collectionIds: idList }),
    data: z.array(
      z.object({
        id: z.number().int(),
        title: z.string(),
        seo_url: z.string(),
        image: z.string(),
        picture: wireImage.nullable(),
      }),
    ),
  }),
  'GET /api/v1/test/getFeaturedCollection': endpoint({
    id: 'API-111',
    summary: 'A collection with its first published products.',
    query: z.object({ collectionId: id, size: pageSize(20) }),
    data: z.object({
      id: z.number().int(),
      title: z.string(),
      seo_url: z.string(),
      product_list: productList,
    }),
  }),
};
