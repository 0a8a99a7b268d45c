/** Adds the billing address to checkouts and orders, for when it differs from the delivery address. */
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../ddl.ts';

export async function addBilling(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  for (const table of ['checkouts', 'orders']) {
    await sql.raw(`alter table ${table} add column billing ${text} not null default ''`).execute(db);
  }
}
