/** What finding by words is given. */
import type { Queryable } from '../../db/database.ts';
import type { Reading } from '../read-search.ts';
import type { Pricing, Wanted } from '../search-index.ts';
import type { SearchLanguages } from '../term-index.ts';
import type { SyncedTables } from './synced-tables.ts';
import type { WordForms } from './vocabulary.ts';

export interface WordSearch {
  db: Queryable;
  tables: SyncedTables;
  pricing: Pricing;
  wanted: Wanted;
  reading: Reading;
  languages: SearchLanguages;
  /** Those of all words of the reading. */
  forms: WordForms;
}

/** Mentions that are told of. */
export const maxMentions = 3;
