/** The catalogue in the memory of this process finds products. */
import type { ProductFinder } from './product-finder.ts';
import { syncedIndex } from './synced-index.ts';

export const embeddedFinder: ProductFinder = {
  use: (services, pricing, sort, query) =>
    syncedIndex(services).use(pricing, sort, (index) =>
      query({
        vocabulary: async (languages) => index.vocabulary(languages),
        find: async (wanted) => {
          const found = await index.find(wanted);
          return { ...found, facets: index.facets, total: found.selection.total };
        },
      }),
    ),
};
