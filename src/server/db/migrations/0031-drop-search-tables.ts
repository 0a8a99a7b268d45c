/**
 * Drops the tables of a search in PostgreSQL that an earlier version made outside the migrations (docs/decisions/13-search-and-lists.md).
 * They repeat the products. The extension pg_trgm stays: other programs may use it.
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
