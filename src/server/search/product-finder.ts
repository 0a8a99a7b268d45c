/** The port to whatever finds products: the memory of the process (catalogue.ts). */
import type { SortType } from '../catalog/listing-store.ts';
import type { Services } from '../core/services.ts';
import type { FacetValues } from './facet-values.ts';
import type { Vocabulary } from './read-search.ts';
import type { FoundProducts, Pricing, SearchQuery } from './search-index.ts';
import type { SearchLanguages } from './term-index.ts';

export interface ProductFinder {
  /** Runs `query` over the products as the database is now. @param sort of the query */
  use<Result>(
    services: Pick<Services, 'db' | 'purges' | 'now'>,
    pricing: Pricing,
    sort: SortType,
    query: (products: ProductsNow) => Promise<Result>,
  ): Promise<Result>;
}

export interface ProductsNow {
  /** The words of the products, to read a search by. @param typed folded words that it is asked about */
  vocabulary(languages: SearchLanguages, typed: readonly string[]): Promise<Vocabulary>;
  find(wanted: SearchQuery): Promise<FoundAmong>;
}

/** What was found, with the values that can be chosen among. */
export interface FoundAmong extends Omit<FoundProducts, 'hits' | 'selection'> {
  facets: FacetValues;
  /** As of a listing (catalogue-search.ts). */
  total: number;
  selection: Pick<FoundProducts['selection'], 'total' | 'counts' | 'priceMin' | 'priceMax' | 'inStock'>;
  hits: { slots: { length: number }; isPartial: boolean } | null;
}
