/** Lists, filters and searches products (R93, API-104): the one way to them for pages and for the documents' call. */
import type { Filters } from '#lib/catalog/filters.ts';
import { currencyDigits } from '#lib/money/minor.ts';
import type { SortType } from '../catalog/listing-store.ts';
import type { Context } from '../core/handler.ts';
import { readPrices } from '../promotions/price-view.ts';
import { type Facet, offeredFacets } from './facets.ts';
import { pricingOf } from './pricing.ts';
import type { Choices } from './selection.ts';
import { syncedIndex } from './synced-index.ts';
import { spelledWords } from './tokenizer.ts';

/** The words of a search that count. */
const maxWords = 12;

export interface Query {
  /** undefined: the whole shop, which needs a search. */
  collectionId: number | undefined;
  /** Words to find; '' lists the collection. */
  q: string;
  filters: Filters;
  sort: SortType;
  /** From 1. */
  page: number;
  size: number;
}

export interface Listing {
  /** ISO 4217 code of its amounts. */
  currency: string;
  /** Products of the page, in order. */
  ids: number[];
  /** How many there are on all pages. */
  total: number;
  facets: Facet[];
  /** Lowest and highest price, minor units, of what fits all but the price filter. */
  priceMin: number;
  priceMax: number;
  /** How many that can be bought fit all but the stock filter. */
  inStock: number;
  /** The search that was made instead of one that finds nothing; null when none was needed. */
  corrected: string | null;
  /** No product has all words: these have the most of them. */
  isPartial: boolean;
  /** Products that only mention the words in their descriptions, where others are called by them; a few, not listed. */
  mentionIds: number[];
}

const nothing = {
  ids: [],
  total: 0,
  facets: [],
  priceMin: 0,
  priceMax: 0,
  inStock: 0,
  corrected: null,
  isPartial: false,
  mentionIds: [],
} satisfies Omit<Listing, 'currency'>;

/** The page as the database and the promotions are at the context's moment; says what prices depend on. */
export async function findProducts(context: Context, query: Query): Promise<Listing> {
  const words = spelledWords(query.q.slice(0, 1000), maxWords);
  const { promotions, currency } = await readPrices(context);
  const isBlank = words.size === 0 && (query.q.trim() !== '' || query.collectionId === undefined);
  if (isBlank) return { currency, ...nothing };
  const pricing = pricingOf(promotions, context.now);
  const choices = toChoices(query.filters, currency);
  return syncedIndex(context.services).use(pricing, query.sort, async (index) => {
    const { ids, selection, hits, mentionIds } = await index.find({ ...query, words, choices });
    return {
      currency,
      ids,
      total: selection.total,
      facets: offeredFacets(index.facets, selection, choices),
      priceMin: selection.priceMin,
      priceMax: selection.priceMax,
      inStock: selection.inStock,
      corrected: hits?.slots.length ? hits.corrected : null,
      isPartial: hits?.isPartial ?? false,
      mentionIds,
    };
  });
}

/** Amounts between two minor units are rounded inwards: 9.999 and less is 9.99 and less. */
function toChoices(filters: Filters, currency: string): Choices {
  const unit = 10 ** currencyDigits(currency);
  // The last digits of 19.99 × 100 are noise.
  const minor = (amount: number) => Number((amount * unit).toFixed(4));
  const { tags, vendors, productTypes } = filters;
  const groups: Choices['groups'] = [
    ...Object.entries(filters.options).map(([name, values]) => ({ kind: 'option' as const, name, values })),
    { kind: 'tag', name: '', values: tags },
    { kind: 'vendor', name: '', values: vendors },
    { kind: 'product_type', name: '', values: productTypes },
  ];
  return {
    groups: groups.filter(({ values }) => values.length > 0),
    inStock: filters.inStock,
    priceMin: filters.priceMin === undefined ? undefined : Math.ceil(minor(filters.priceMin)),
    priceMax: filters.priceMax === undefined ? undefined : Math.floor(minor(filters.priceMax)),
  };
}
