/** A filtered list of products as collection, search and API-104 answer it. */
import { z } from 'zod';
import { money } from './fields.ts';
import { pictureData, productCard } from './product.ts';

/** A value that can be chosen, with how many products would be listed for it. */
const facetValue = z.object({
  value: z.string(),
  count: z.number().int(),
  selected: z.boolean(),
  /** Colour of its swatch, `#rrggbb`. */
  styleValue: z.string().optional(),
});

/** What can still be chosen. Of one choice one value is enough, of several choices each must fit. */
export const facetChoice = z.object({
  kind: z.enum(['option', 'product_type', 'tag', 'vendor']),
  /** The option's name; '' for the other kinds. */
  name: z.string(),
  values: z.array(facetValue),
});

export const filterChoices = z.object({
  /** Lowest and highest price of what fits the other choices. */
  price_min: money,
  price_max: money,
  /** How many can be bought of what fits the other choices. */
  in_stock: z.number().int(),
  choices: z.array(facetChoice),
  /** What is chosen of options, under the names and values of `choices`; an extension, left out by shops whose addresses name them so. */
  options: z.record(z.string(), z.array(z.string())).optional(),
});

/** A page of products with what it can be filtered by. */
export const productListing = {
  product_list: z.array(productCard),
  total: z.number().int(),
  page_num: z.number().int(),
  page_size: z.number().int(),
  /** The sort in effect; 0 is the default order. */
  sort_type: z.number().int(),
  filters: filterChoices,
};

export const pageLink = z.object({ title: z.string(), seo_url: z.string() });

export const collectionLink = z.object({ id: z.number().int(), title: z.string(), seo_url: z.string() });

/** One that is suggested: with its picture, null where it has none, left out by shops that do not say. */
export const suggestedCollection = collectionLink.extend({ picture: pictureData.nullable().optional() });

/** What a search says besides its products. */
export const searchNotes = {
  /** What was searched for in place of a `q` with words that no product has; null when nothing was put right. */
  corrected: z.string().nullable(),
  /** No product has every word: these have most of them. */
  is_partial: z.boolean(),
  /** No product is called by a word of it: these are other things that may do; an extension, left out by shops that do not say. */
  is_closest: z.boolean().optional(),
  /** Collections whose names have the words. */
  collections: z.array(collectionLink),
};

export type FilterChoices = z.output<typeof filterChoices>;
export type FacetChoice = z.output<typeof facetChoice>;
