/** Interface for finding products; the in-memory index implements it (catalogue.ts). */
import type { SortType } from '../catalog/listing-store.ts';
import type { Services } from '../core/services.ts';
import type { FacetValues } from './facet-values.ts';
import type { Vocabulary } from './parse-search.ts';
import type { FoundProducts, SearchPricing, SearchQuery } from './search-index.ts';
import type { SearchLanguages } from './term-index.ts';

export interface ProductFinder {
  /** Runs `query` on the current products. @param sort sort order of the query */
  use<Result>(
    services: Pick<Services, 'db' | 'purges' | 'now'>,
    pricing: SearchPricing,
    sort: SortType,
    query: (products: ProductSnapshot) => Promise<Result>,
  ): Promise<Result>;
}

export interface ProductSnapshot {
  /** Returns the words of the products as a vocabulary for parsing a search. @param typed folded words that the parser may look up */
  vocabulary(languages: SearchLanguages, typed: readonly string[]): Promise<Vocabulary>;
  find(query: SearchQuery): Promise<FoundProductsWithFacets>;
}

/** Found products, with the facet values that the shopper can filter by. */
export interface FoundProductsWithFacets extends Omit<FoundProducts, 'hits' | 'selection'> {
  facets: FacetValues;
  /** Number of products on all pages, as in `Listing` (catalogue-search.ts). */
  total: number;
  selection: Pick<FoundProducts['selection'], 'total' | 'counts' | 'priceMin' | 'priceMax' | 'inStock'>;
  hits: { slots: { length: number }; isPartial: boolean } | null;
}
