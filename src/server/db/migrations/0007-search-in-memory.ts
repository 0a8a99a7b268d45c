/** Products are found in memory (docs/decisions/0100): the tables that held their words go. */
import { type Kysely, sql } from 'kysely';

export async function dropSearch(db: Kysely<unknown>): Promise<void> {
  await sql`drop table product_search`.execute(db);
}
