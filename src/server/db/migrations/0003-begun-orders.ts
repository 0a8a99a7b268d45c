/** Adds draft orders, which are created on a product page before their checkout is complete (API-018). */
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../ddl.ts';

export async function addDraftOrders(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await sql.raw(`alter table orders add column is_begun ${types.bit('is_begun')} default 0`).execute(db);
}
