/** Interface for listing, filtering and searching products (R93, API-104). A `ProductFinder` finds the products (catalogue.ts). */
import type { Filters } from '#lib/catalog/filters.ts';
import type { SortType } from '../catalog/listing-store.ts';
import type { RequestedVariant } from '../catalog/requested-variant.ts';
import type { Context } from '../core/handler.ts';
import type { Facet } from './facets.ts';

export interface CatalogueQuery {
  /** Collection to list or search; undefined: the whole shop, which requires a search text. */
  collectionId: number | undefined;
  /** Search text; '' lists the collection. */
  q: string;
  /** Language code of the search; if the shop does not offer this language, the language of the shop's texts is used. */
  lang: string;
  filters: Filters;
  sort: SortType;
  /** Page number, starting at 1. */
  page: number;
  size: number;
}

export interface Listing {
  /** Code of the language that was searched. */
  lang: string;
  /** ISO 4217 code of the amounts. */
  currency: string;
  /** Ids of the products on the page, in order. */
  ids: number[];
  /** Number of products on all pages. */
  total: number;
  /** Filters with product counts, calculated in the same pass that finds the products. */
  facets: Facet[];
  /** Options that the shopper has chosen, with names and values as in `facets`. */
  options: Readonly<Record<string, readonly string[]>>;
  /** Lowest and highest price, in minor units, among products that pass every filter, ignoring the price filter itself. */
  priceMin: number;
  priceMax: number;
  /** Number of products for sale that pass every filter, ignoring the stock filter itself. */
  inStock: number;
  /** The corrected search that was run instead of the typed one; null if nothing was corrected. */
  corrected: string | null;
  /** Whether no product matches all search words; the results then match as many words as possible. */
  isPartial: boolean;
  /**
   * Whether no product contains one of the search words or a synonym of it; the results are then substitutes that the merchant
   * chose (`finds`).
   */
  isClosest: boolean;
  /**
   * Ids of a few products that only mention the search words in their description, while other products have them in their name.
   * Not included in `ids`.
   */
  mentionIds: number[];
  /** Articles, pages and collections that match the search, a few of each type, best match first. */
  texts: TextMatches;
  /** The variants that product cards show; null if neither the search nor the filters select any. */
  wish: RequestedVariant | null;
}

export interface TextMatches {
  articleIds: number[];
  /** Handles of the matching pages. */
  pages: string[];
  collectionIds: number[];
  /** Type whose results are displayed first, because its best match has the search words as its title; null if there is none. */
  first: 'page' | 'collection' | 'article' | null;
}

export interface CatalogueSearch {
  /** Returns one page of products with the available filters, and articles, pages and collections that match the search. */
  find(context: Context, query: CatalogueQuery): Promise<Listing>;
  /** Returns suggestions for an empty search field. @param lang language code, as in `CatalogueQuery` */
  suggest(context: Context, lang: string): Promise<Suggestions>;
}

export interface Suggestions {
  /** Popular search texts, most common first. */
  searches: string[];
  collectionIds: number[];
}
