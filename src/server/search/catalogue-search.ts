/**
 * Lists, filters and searches (R93, API-104): what pages and the documents' calls ask. Products come from a `ProductFinder`
 * (catalogue.ts).
 */
import type { Filters } from '#lib/catalog/filters.ts';
import type { SortType } from '../catalog/listing-store.ts';
import type { RequestedVariant } from '../catalog/requested-variant.ts';
import type { Context } from '../core/handler.ts';
import type { Facet } from './facets.ts';

export interface Query {
  /** undefined: the whole shop, which needs a search. */
  collectionId: number | undefined;
  /** Words to find; '' lists the collection. */
  q: string;
  /** Code of the language that is searched in; the shop's own stands in for one it does not speak. */
  lang: string;
  filters: Filters;
  sort: SortType;
  /** From 1. */
  page: number;
  size: number;
}

export interface Listing {
  /** Code of the language that was searched in. */
  lang: string;
  /** ISO 4217 code of its amounts. */
  currency: string;
  /** Products of the page, in order. */
  ids: number[];
  /** How many there are on all pages. */
  total: number;
  /** What can be chosen, counted in the same pass that finds. */
  facets: Facet[];
  /** What is chosen of options, as `facets` names and spells it. */
  options: Readonly<Record<string, readonly string[]>>;
  /** Lowest and highest price, minor units, of what fits all but the price filter. */
  priceMin: number;
  priceMax: number;
  /** How many that can be bought fit all but the stock filter. */
  inStock: number;
  /** The search that was made instead of one with mistyped words; null when none was. */
  corrected: string | null;
  /** No product has all words: these have the most of them. */
  isPartial: boolean;
  /** No product is called by a word of the search: these are other things, which the merchant's synonyms name for it. */
  isClosest: boolean;
  /** Products that only mention the words in their descriptions, where others are called by them; a few, not listed. */
  mentionIds: number[];
  /** What has the words beside products, best first, a few of each kind. */
  texts: FoundTexts;
  /** The variants that its cards are to show; null where nothing tells variants apart. */
  wish: RequestedVariant | null;
}

export interface FoundTexts {
  articleIds: number[];
  /** Handles. */
  pages: string[];
  collectionIds: number[];
  /** The kind whose first one has the words of the search as its title; null for none. */
  first: 'page' | 'collection' | 'article' | null;
}

export interface CatalogueSearch {
  /** A page of products with what it can be filtered by, and what else has the words of the search. */
  find(context: Context, query: Query): Promise<Listing>;
  /** What to look for before anything is typed. @param lang as of a query */
  suggest(context: Context, lang: string): Promise<Suggestions>;
}

export interface Suggestions {
  /** As they were typed, the commonest first. */
  searches: string[];
  collectionIds: number[];
}
