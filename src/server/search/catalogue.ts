/**
 * Connects product lists and searches to a `ProductFinder`; to use another search engine, replace it here
 * (docs/decisions/13-search-and-lists.md).
 */

import type { CatalogueSearch } from './catalogue-search.ts';
import type { ProductFinder } from './product-finder.ts';
import { createProductSearch, suggest } from './product-search.ts';
import { syncedIndex } from './synced-index.ts';

const embeddedFinder: ProductFinder = {
  use: (services, pricing, sort, query) =>
    syncedIndex(services).use(pricing, sort, (index) =>
      query({
        vocabulary: async (languages) => index.vocabulary(languages),
        find: async (searchQuery) => {
          const found = await index.find(searchQuery);
          return { ...found, facets: index.facets, total: found.selection.total };
        },
      }),
    ),
};

export const catalogueSearch: CatalogueSearch = { ...createProductSearch(embeddedFinder), suggest };
