/** A filtered product list, as returned by the collection and search endpoints and API-104. */
import { z } from 'zod';
import { money } from './fields.ts';
import { productCard, wireImage } from './product.ts';

/** A value of a filter, and the number of products that it would match. */
const facetValue = z.object({
  value: z.string(),
  count: z.number().int(),
  selected: z.boolean(),
  /** Colour of the value's swatch, `#rrggbb`. */
  styleValue: z.string().optional(),
});

/** An available filter. Values of one filter are alternatives; different filters must all match. */
export const filterOption = z.object({
  kind: z.enum(['option', 'product_type', 'tag', 'vendor']),
  /** Name of the option; '' for other types of filter. */
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
  /** API extension: selected options, named as in `choices`; absent if the URLs already use these names and values. */
  options: z.record(z.string(), z.array(z.string())).optional(),
});

/** A page of products with its filters. */
export const productListing = {
  product_list: z.array(productCard),
  total: z.number().int(),
  page_num: z.number().int(),
  page_size: z.number().int(),
  /** Sort order of the list; 0 is the default order. */
  sort_type: z.number().int(),
  filters: availableFilters,
};

export const pageLink = z.object({ title: z.string(), seo_url: z.string() });

export const collectionLink = z.object({ id: z.number().int(), title: z.string(), seo_url: z.string() });

/** A suggested collection; `picture` is null if the collection has no image, and absent if the platform does not provide images. */
export const suggestedCollection = collectionLink.extend({ picture: wireImage.nullable().optional() });

/** Additional results of a search. */
export const searchMetadata = {
  /** Corrected search terms, if a term of `q` matched no product; null without a correction. */
  corrected: z.string().nullable(),
  /** True if no product matches every search term: the results match most of them. */
  is_partial: z.boolean(),
  /** API extension: true if no product matched a search term by name, so that the results are alternatives; optional. */
  is_closest: z.boolean().optional(),
  /** Collections whose names match the search terms. */
  collections: z.array(collectionLink),
};

export type AvailableFilters = z.output<typeof availableFilters>;
export type FilterOption = z.output<typeof filterOption>;
