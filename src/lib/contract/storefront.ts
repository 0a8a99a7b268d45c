/** What pages need and the documents do not list: rows of our own under /api/v1/storefront. */
import { z } from 'zod';
import { isTimeZone } from '../shop-day.ts';
import { arrivalSchema } from './arrival.ts';
import { endpoint } from './endpoint.ts';
import { countryCode, pageNum, pageSize, sortType, timeZone } from './fields.ts';
import { collectionLink, pageLink, productListing, searchNotes, suggestedCollection } from './listing.ts';
import {
  amount,
  commentAggregate,
  commentData,
  customOptionData,
  optionData,
  pictureData,
  productCard,
  productPicture,
  variantTable,
} from './product.ts';
import { wireParams } from './wire-discount.ts';

/** Text in an address; longer than any handle is unknown anyway. */
const handle = z.string().min(1).max(255);

export const collectionSummary = collectionLink.extend({
  picture: pictureData.nullable(),
  product_count: z.number().int(),
});

const sitemapKind = z.enum(['products', 'collections', 'articles', 'pages', 'promotions']);

const seo = { seo_title: z.string(), seo_description: z.string() };

/** Choices as an address spells them (lib/catalog/filters.ts): `opt.Glaze=Oat&price_max=40`; other parameters say nothing. */
const filter = z.string().max(50_000).default('');

export const articleSummary = z.object({
  id: z.number().int(),
  blog_id: z.number().int(),
  title: z.string(),
  seo_url: z.string(),
  summary: z.string(),
  picture: pictureData.nullable(),
  author: z.string(),
  /** ms UTC. */
  published_at: z.number().int(),
});

/** A promotion as the page of one of its products tells of it (PDP-11 to PDP-14). */
export const productOffer = z.object({
  id: z.number().int(),
  kind: z.string(),
  title: z.string(),
  /** Of the promotion's page; '' for none. */
  seo_url: z.string(),
  rules: z.array(z.object({ desc: z.string(), params: wireParams })),
  /** What lines of the set carry in the bag; '' where the products are bought one by one. */
  code: z.string(),
  /** Pieces to pick of the products; 0 where the set has all of them. */
  pick: z.number().int(),
  /** Products of the set, the page's own first where it may be; none where they are bought one by one. */
  items: z.array(
    z.object({
      product: productCard,
      quantity: z.number().int(),
      /** The one variant that is in the set; null: the shopper chooses. */
      sku_id: z.number().int().nullable(),
      /** Values of that variant. */
      variant: z.string(),
    }),
  ),
});

/** When a product arrives; left out by shops that do not say. */
const productArrival = {
  /** The country it is said for, two letters; '' where there is none. */
  arrives_to: z.string().optional(),
  /** Plain, and with customised options; null where nothing is promised. */
  arrives: arrivalSchema.nullish(),
  arrives_customised: arrivalSchema.nullish(),
};

const daySpan = z.object({ min: z.number().int(), max: z.number().int() });

/** What a product costs to send, one unit of it, by the cheapest method of each zone; left out by shops that do not say. */
const productShipping = {
  shipping_rates: z
    .array(
      z.object({
        /** ISO 3166 alpha-2. */
        countries: z.array(z.string()),
        amount,
        /** Working days on the way; null where nothing is promised. */
        transit: daySpan.nullable(),
        /** Rows of `variants` that it holds for. */
        rows: z.array(z.number().int()),
      }),
    )
    .optional(),
  /** Working days until the parcel leaves; null where nobody said. */
  handling: daySpan.nullish(),
};

export const productDetail = z.object({
  id: z.number().int(),
  title: z.string(),
  seo_url: z.string(),
  /** Sanitised. */
  description_html: z.string(),
  vendor: z.string(),
  product_type: z.string(),
  img_size: z.enum(['1:1', '3:4', '4:3']),
  /** ISO 4217 code of every amount here. */
  currency: z.string(),
  pictures: z.array(productPicture),
  options: z.array(optionData),
  variants: variantTable,
  /** Of each variant, '' for none; left out where none has one. */
  barcodes: z.array(z.string()).optional(),
  /** Lowest and highest price now. */
  min_price: amount,
  max_price: amount,
  in_stock: z.boolean(),
  isPreSale: z.boolean(),
  /** Day from which a pre-sale product is sent, `YYYY-MM-DD`; null where nobody said. */
  ships_on: z.iso.date().nullish(),
  is_virtual: z.boolean(),
  noOptions: z.boolean(),
  custom_options: z.array(customOptionData),
  /** Whether API-020 has tabs or a size guide to load. */
  has_others: z.boolean(),
  reviews: commentAggregate.extend({ list: z.array(commentData) }),
  /** First is the one for breadcrumbs. */
  collections: z.array(collectionLink),
  related: z.array(productCard),
  ...productArrival,
  ...productShipping,
  /** Promotions the product takes part in now, the preferred ones first. */
  offers: z.array(productOffer),
  ...seo,
});

export const storefrontEndpoints = {
  'GET /api/v1/storefront/delivery': endpoint({
    summary:
      'When a product arrives in a country, or in the country of a time zone; without either, in the shop’s home country.',
    query: z.object({
      country_code: countryCode.optional(),
      /** IANA, of the browser; asked where no country is known. */
      time_zone: timeZone.refine(isTimeZone, 'is no time zone that is known').optional(),
      product: z.coerce.number<number | string>().int().positive().optional(),
      /** Of the words; the shop's own stands in for one it does not speak. */
      lang: z.string().max(12).optional(),
    }),
    shared: true,
    data: z.object({
      ...productArrival,
      /** The same as a page says it; '' for what is not promised. */
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
    summary: 'The best-selling available products, for pages without results of their own.',
    query: z.object({ size: pageSize(4) }),
    data: z.object({ product_list: z.array(productCard) }),
  }),
  'GET /api/v1/storefront/search': endpoint({
    summary: 'Products that match q, best match first unless sorted otherwise (R93).',
    query: z.object({
      q: z.string().max(1000).default(''),
      /** Language the words are in; left out, that of the page that asks. */
      lang: z.string().max(12).optional(),
      sort_type: sortType,
      page_num: pageNum,
      filter,
    }),
    data: z.object({
      q: z.string(),
      ...productListing,
      ...searchNotes,
      /**
       * Products that only mention the words in their descriptions, where others are called by them; on the first page.
       * This and the next three are left out by shops that do not look there.
       */
      mentions: z.array(productCard).optional(),
      /** Articles and pages that have every word; on the first page. */
      articles: z.array(articleSummary).optional(),
      pages: z.array(pageLink).optional(),
      /** The kind whose first one has the words of the search as its title: it is shown before all others. */
      first: z.enum(['page', 'collection', 'article']).nullable().optional(),
      /** Of an unfiltered search: products to look at where nothing was found, texts among it, or on the first page less than a row. */
      instead: z.array(productCard),
    }),
  }),
  'GET /api/v1/storefront/suggestions': endpoint({
    summary: 'Suggestions for an empty search box: popular searches and collections.',
    query: z.object({
      /** Of the page; the shop's own stands in for one it does not speak. */
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
          /** Path in the shop, e.g. `/products/tidal-mug`. */
          path: z.string(),
          /** ms UTC. */
          updated_at: z.number().int(),
          picture: pictureData.nullable(),
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
      /** Published products that its text links to, in its order. */
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
