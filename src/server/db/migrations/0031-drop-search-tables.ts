/**
 * Drops search tables that an earlier version created outside the migrations; they only duplicate product data
 * (docs/decisions/13-search-and-lists.md). The extension pg_trgm is not dropped, because other programs may use it.
 */
import { type Kysely, sql } from 'kysely';

const names = [
  'search_state',
  'search_applied',
  'search_products',
  'search_words',
  'search_values',
  'search_segments',
  'search_details',
];

export async function dropSearchTables(db: Kysely<unknown>): Promise<void> {
  for (const name of names) await sql`drop table if exists ${sql.table(name)}`.execute(db);
}
