/** Drops the search tables: search now runs in memory (docs/decisions/13-search-and-lists.md). */
import { type Kysely, sql } from 'kysely';

export async function dropSearch(db: Kysely<unknown>): Promise<void> {
  await sql`drop table product_search`.execute(db);
}
