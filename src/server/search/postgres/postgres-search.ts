/** PostgreSQL finds products, by its full-text search and what is stored beside it (docs/decisions/13-search-and-lists.md). */
import type { PurgeFeed } from '../../cache/purge-feed.ts';
import type { Services } from '../../core/services.ts';
import type { ProductFinder } from '../product-finder.ts';
import { findInCollection } from './lists.ts';
import { findByWords } from './searches.ts';
import { SyncedTables } from './synced-tables.ts';
import { readVocabulary, WordForms } from './vocabulary.ts';

const tablesOf = new WeakMap<PurgeFeed, SyncedTables>();

/** The tables of this database as this process follows them. */
export function syncedTables(services: Pick<Services, 'db' | 'purges' | 'now'>): SyncedTables {
  let tables = tablesOf.get(services.purges);
  if (!tables) {
    tables = new SyncedTables(services);
    tablesOf.set(services.purges, tables);
  }
  return tables;
}

export const postgresFinder: ProductFinder = {
  use: async (services, pricing, _sort, query) => {
    const tables = syncedTables(services);
    await tables.follow();
    const db = services.db.read;
    let forms: WordForms | null = null;
    return query({
      vocabulary: (languages, typed) => {
        forms = new WordForms(languages);
        return readVocabulary(db, typed, forms);
      },
      find: async (wanted) => {
        const { search, collectionId } = wanted;
        if (search) {
          const known = forms ?? new WordForms(search.languages);
          return findByWords({ ...search, db, tables, pricing, wanted, forms: known });
        }
        if (collectionId === undefined) throw new Error('The whole shop is listed by words only.');
        return findInCollection(db, tables, pricing, { ...wanted, collectionId });
      },
    });
  },
};
