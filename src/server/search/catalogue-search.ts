/**
 * The interface of product search (R93, API-104): lists, filters and searches. A `ProductFinder` finds the products
 * (catalogue.ts).
 */
import type { Filters } from '#lib/catalog/filters.ts';
import type { SortType } from '../catalog/listing-store.ts';
import type { RequestedVariant } from '../catalog/requested-variant.ts';
import type { Context } from '../core/handler.ts';
import type { Facet } from './facets.ts';

export interface CatalogueQuery {
  /** undefined: the whole shop, which needs a search. */
  collectionId: number | undefined;
  /** Search text; '' lists the collection. */
  q: string;
  /** Language code of the search; a language that the shop does not offer falls back to the shop's own. */
  lang: string;
  filters: Filters;
  sort: SortType;
  /** 1-based. */
  page: number;
  size: number;
}

export interface Listing {
  /** Code of the language that was searched. */
  lang: string;
  /** ISO 4217 code of the amounts. */
  currency: string;
  /** Products of the page, in order. */
  ids: number[];
  /** Number of products on all pages. */
  total: number;
  /** Filters with counts, from the same pass that finds the products. */
  facets: Facet[];
  /** Chosen options, with the names and values of `facets`. */
  options: Readonly<Record<string, readonly string[]>>;
  /** Lowest and highest price, in minor units, of the products that pass every filter except price. */
  priceMin: number;
  priceMax: number;
  /** Number of products for sale that pass every filter except stock. */
  inStock: number;
  /** The corrected search that was run instead of the typed one; null if nothing was corrected. */
  corrected: string | null;
  /** No product has all words; the results have the most of them. */
  isPartial: boolean;
  /** No product has a word of the search in its name; the results are alternatives from the merchant's synonyms. */
  isClosest: boolean;
  /** A few products that only mention the words in their descriptions while others are named by them. Not part of the list. */
  mentionIds: number[];
  /** Articles, pages and collections that match, best first, a few of each. */
  texts: TextMatches;
  /** The variants that product cards show; null if the search and filters select none. */
  wish: RequestedVariant | null;
}

export interface TextMatches {
  articleIds: number[];
  /** Handles. */
  pages: string[];
  collectionIds: number[];
  /** Type whose best match has a title equal to the search, so that it is shown first; null if there is none. */
  first: 'page' | 'collection' | 'article' | null;
}

export interface CatalogueSearch {
  /** Returns a page of products with its filters, and other texts that match the search. */
  find(context: Context, query: CatalogueQuery): Promise<Listing>;
  /** Returns suggestions for an empty search field. @param lang as in a query */
  suggest(context: Context, lang: string): Promise<Suggestions>;
}

export interface Suggestions {
  /** As typed, the most common first. */
  searches: string[];
  collectionIds: number[];
}
