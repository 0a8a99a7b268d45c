/** A filtered product list, as returned by collection, search and API-104. */
import { z } from 'zod';
import { money } from './fields.ts';
import { productCard, wireImage } from './product.ts';

/** A filter value and the number of products it would list. */
const facetValue = z.object({
  value: z.string(),
  count: z.number().int(),
  selected: z.boolean(),
  /** Colour of its swatch, `#rrggbb`. */
  styleValue: z.string().optional(),
});

/** An available filter. Values of one filter are alternatives; different filters must all match. */
export const filterOption = z.object({
  kind: z.enum(['option', 'product_type', 'tag', 'vendor']),
  /** Option name; '' for other kinds. */
  name: z.string(),
  values: z.array(facetValue),
});

export const availableFilters = z.object({
  /** Price range of the products that match the other filters. */
  price_min: money,
  price_max: money,
  /** Number of in-stock products that match the other filters. */
  in_stock: z.number().int(),
  choices: z.array(filterOption),
  /** Extension: selected options, with the names and values in `choices`; absent if the platform's URLs use the same ones. */
  options: z.record(z.string(), z.array(z.string())).optional(),
});

/** A page of products with its filters. */
export const productListing = {
  product_list: z.array(productCard),
  total: z.number().int(),
  page_num: z.number().int(),
  page_size: z.number().int(),
  /** The sort in effect; 0 is the default order. */
  sort_type: z.number().int(),
  filters: availableFilters,
};

export const pageLink = z.object({ title: z.string(), seo_url: z.string() });

export const collectionLink = z.object({ id: z.number().int(), title: z.string(), seo_url: z.string() });

/** A suggested collection; picture is null if it has none, absent if the platform does not provide it. */
export const suggestedCollection = collectionLink.extend({ picture: wireImage.nullable().optional() });

/** Additional results of a search. */
export const searchMetadata = {
  /** Corrected search terms if no product matched a term of `q`; null without a correction. */
  corrected: z.string().nullable(),
  /** No product matches every search term: these match most of them. */
  is_partial: z.boolean(),
  /** Extension: no product matched a search term by name, so these are alternatives; optional. */
  is_closest: z.boolean().optional(),
  /** Collections whose names match the search terms. */
  collections: z.array(collectionLink),
};

export type AvailableFilters = z.output<typeof availableFilters>;
export type FilterOption = z.output<typeof filterOption>;
