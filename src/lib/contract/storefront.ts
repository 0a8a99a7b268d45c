/** Endpoints under /api/v1/storefront, which extend the API of the requirements with data for pages. */
import { z } from 'zod';
import { isTimeZone } from '../shop-day.ts';
import { deliveryEstimateSchema } from './delivery-estimate.ts';
import { endpoint } from './endpoint.ts';
import { countryCode, pageNum, pageSize, sortType, timeZone } from './fields.ts';
import { collectionLink, pageLink, productListing, searchMetadata, suggestedCollection } from './listing.ts';
import {
  amount,
  commentAggregate,
  commentData,
  customOptionData,
  optionData,
  productCard,
  productImage,
  variantTable,
  wireImage,
} from './product.ts';
import { wireTemplateValues } from './wire-discount.ts';

/** A handle in a URL; handles have at most 255 characters. */
const handle = z.string().min(1).max(255);

export const collectionSummary = collectionLink.extend({
  picture: wireImage.nullable(),
  product_count: z.number().int(),
});

const sitemapKind = z.enum(['products', 'collections', 'articles', 'pages', 'promotions']);

const seo = { seo_title: z.string(), seo_description: z.string() };

/** Filters in URL format (lib/catalog/filters.ts): `opt.Glaze=Oat&price_max=40`; other parameters are ignored. */
const filter = z.string().max(50_000).default('');

export const articleSummary = z.object({
  id: z.number().int(),
  blog_id: z.number().int(),
  title: z.string(),
  seo_url: z.string(),
  summary: z.string(),
  picture: wireImage.nullable(),
  author: z.string(),
  /** Publication time, ms UTC. */
  published_at: z.number().int(),
});

/** A promotion, as displayed on the page of one of its products (PDP-11 to PDP-14). */
export const productOffer = z.object({
  id: z.number().int(),
  kind: z.string(),
  title: z.string(),
  /** Handle of the promotion's page; '' for none. */
  seo_url: z.string(),
  rules: z.array(z.object({ desc: z.string(), params: wireTemplateValues })),
  /** Code of the set's lines in the bag; '' if its products are sold separately. */
  code: z.string(),
  /** Number of units that the shopper picks; 0 if the set contains all products. */
  pick: z.number().int(),
  /** Products of the set, if possible with the product of the current page first; empty if they are sold separately. */
  items: z.array(
    z.object({
      product: productCard,
      quantity: z.number().int(),
      /** Id of the fixed variant in the set; null if the shopper chooses the variant. */
      sku_id: z.number().int().nullable(),
      /** Option values of the fixed variant. */
      variant: z.string(),
    }),
  ),
});

/** Delivery estimate of a product; all fields are optional. */
const productArrival = {
  /** Destination country, ISO 3166 alpha-2; '' for none. */
  arrives_to: z.string().optional(),
  /** Estimate without customised options; `arrives_customised` is the estimate with them. null if there is no estimate. */
  arrives: deliveryEstimateSchema.nullish(),
  arrives_customised: deliveryEstimateSchema.nullish(),
};

const daySpan = z.object({ min: z.number().int(), max: z.number().int() });

/** Cost of shipping one unit of a product by the cheapest method of each shipping zone; optional. */
const productShipping = {
  shipping_rates: z
    .array(
      z.object({
        /** Country codes, ISO 3166 alpha-2. */
        countries: z.array(z.string()),
        amount,
        /** Working days in transit; null for no estimate. */
        transit: daySpan.nullable(),
        /** Indexes in `variants` of the variants that the rate applies to. */
        rows: z.array(z.number().int()),
      }),
    )
    .optional(),
  /** Working days until dispatch; null if unknown. */
  handling: daySpan.nullish(),
};

export const productDetail = z.object({
  id: z.number().int(),
  title: z.string(),
  seo_url: z.string(),
  /** Sanitised HTML. */
  description_html: z.string(),
  vendor: z.string(),
  product_type: z.string(),
  img_size: z.enum(['1:1', '3:4', '4:3']),
  /** Currency of all amounts in this object, ISO 4217. */
  currency: z.string(),
  pictures: z.array(productImage),
  options: z.array(optionData),
  variants: variantTable,
  /** Barcodes by variant, '' for none; absent if no variant has a barcode. */
  barcodes: z.array(z.string()).optional(),
  /** Lowest current price; `max_price` is the highest. */
  min_price: amount,
  max_price: amount,
  in_stock: z.boolean(),
  isPreSale: z.boolean(),
  /** First shipping day of a pre-sale product, `YYYY-MM-DD`; null if unknown. */
  ships_on: z.iso.date().nullish(),
  is_virtual: z.boolean(),
  noOptions: z.boolean(),
  custom_options: z.array(customOptionData),
  /** True if API-020 returns tabs or a size guide for the product. */
  has_others: z.boolean(),
  reviews: commentAggregate.extend({ list: z.array(commentData) }),
  /** Collections of the product; the first one is used for the breadcrumbs. */
  collections: z.array(collectionLink),
  related: z.array(productCard),
  ...productArrival,
  ...productShipping,
  /** Active promotions of the product, in order of priority. */
  offers: z.array(productOffer),
  ...seo,
});

export const storefrontEndpoints = {
  'GET /api/v1/storefront/delivery': endpoint({
    summary:
      'When a product arrives in a country, or in the country of a time zone; without either, in the shop’s home country.',
    query: z.object({
      country_code: countryCode.optional(),
      /** IANA time zone of the browser; used only without country_code. */
      time_zone: timeZone.refine(isTimeZone, 'must be a time zone such as Europe/Berlin').optional(),
      product: z.coerce.number<number | string>().int().positive().optional(),
      /** Language of the texts; falls back to the shop's default language. */
      lang: z.string().max(12).optional(),
    }),
    shared: true,
    data: z.object({
      ...productArrival,
      /** The estimates as text; '' for no estimate. */
      words: z.object({ plain: z.string(), customised: z.string(), country: z.string() }),
    }),
  }),
  'GET /api/v1/storefront/product': endpoint({
    summary: 'All data of a product page, by handle or id.',
    query: z.object({ handle: handle.optional(), id: z.coerce.number().int().positive().optional() }),
    data: productDetail,
  }),
  'GET /api/v1/storefront/collection': endpoint({
    summary: 'A collection with one page of its products; map_id is used when the handle is unknown (R19).',
    query: z.object({
      handle: handle.optional(),
      map_id: z.coerce.number().int().positive().optional().catch(undefined),
      sort_type: sortType,
      page_num: pageNum,
      filter,
    }),
    data: z.object({
      collection: collectionSummary.extend({ description_html: z.string(), ...seo }),
      ...productListing,
    }),
  }),
  'GET /api/v1/storefront/collections': endpoint({
    summary: 'Every published collection in order.',
    data: z.object({ list: z.array(collectionSummary) }),
  }),
  'GET /api/v1/storefront/bestsellers': endpoint({
    summary: 'The best-selling available products, for pages that have no results.',
    query: z.object({ size: pageSize(4) }),
    data: z.object({ product_list: z.array(productCard) }),
  }),
  'GET /api/v1/storefront/search': endpoint({
    summary: 'Products that match q, best match first unless sorted otherwise (R93).',
    query: z.object({
      q: z.string().max(1000).default(''),
      /** Language of the search terms; default: the language of the requesting page. */
      lang: z.string().max(12).optional(),
      sort_type: sortType,
      page_num: pageNum,
      filter,
    }),
    data: z.object({
      q: z.string(),
      ...productListing,
      ...searchMetadata,
      /**
       * On the first page: products that mention the search terms only in their description, if other products match by name. Optional,
       * like `articles`, `pages` and `first`.
       */
      mentions: z.array(productCard).optional(),
      /** On the first page: articles that contain every search term; `pages`: content pages that contain every search term. */
      articles: z.array(articleSummary).optional(),
      pages: z.array(pageLink).optional(),
      /** Type of result to display first: the one whose first result has the search terms as its title; null if there is none. */
      first: z.enum(['page', 'collection', 'article']).nullable().optional(),
      /** Alternative products, if an unfiltered search found nothing, or less than one row of products on the first page. */
      instead: z.array(productCard),
    }),
  }),
  'GET /api/v1/storefront/suggestions': endpoint({
    summary: 'Suggestions for an empty search box: popular searches and collections.',
    query: z.object({
      /** Language of the page; falls back to the shop's default language. */
      lang: z.string().max(12).default(''),
    }),
    shared: true,
    data: z.object({
      searches: z.array(z.string()),
      collections: z.array(suggestedCollection),
    }),
  }),
  'GET /api/v1/storefront/sitemap': endpoint({
    summary: 'Entries of one sitemap file; without kind, the number of files per kind.',
    query: z.object({
      kind: sitemapKind.optional(),
      page_num: pageNum,
    }),
    data: z.object({
      files: z.array(
        z.object({
          kind: sitemapKind,
          page_num: z.number().int(),
        }),
      ),
      entries: z.array(
        z.object({
          /** Path of a page of the shop, e.g. `/products/tidal-mug`. */
          path: z.string(),
          /** Time of the last change, ms UTC. */
          updated_at: z.number().int(),
          picture: wireImage.nullable(),
        }),
      ),
    }),
  }),
  'GET /api/v1/storefront/redirect': endpoint({
    summary: 'The redirect target that the merchant set for an old path; 10404 if there is none.',
    query: z.object({ path: z.string().min(1).max(2000) }),
    data: z.object({ to: z.string(), status: z.union([z.literal(301), z.literal(302)]) }),
  }),
  'GET /api/v1/storefront/article': endpoint({
    summary: 'A blog article by handle.',
    query: z.object({ handle }),
    data: articleSummary.extend({
      body_html: z.string(),
      /** Published products that the article links to, in the order of the links. */
      product_list: z.array(productCard),
      ...seo,
    }),
  }),
  'GET /api/v1/storefront/articles': endpoint({
    summary: 'Published articles, newest first.',
    query: z.object({ page_num: pageNum }),
    data: z.object({
      list: z.array(articleSummary),
      total: z.number().int(),
      page_num: z.number().int(),
      page_size: z.number().int(),
    }),
  }),
  'GET /api/v1/storefront/page': endpoint({
    summary: "A merchant's page or policy by handle (R18).",
    query: z.object({ handle }),
    data: z.object({
      id: z.number().int(),
      title: z.string(),
      seo_url: z.string(),
      body_html: z.string(),
      is_indexed: z.boolean(),
      updated_at: z.number().int(),
      ...seo,
    }),
  }),
};

export type ProductOffer = z.output<typeof productOffer>;
export type ProductDetail = z.output<typeof productDetail>;
export type ArticleSummary = z.output<typeof articleSummary>;
