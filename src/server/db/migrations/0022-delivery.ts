/** Adds the ship date of pre-sale products and the promised delivery dates of orders. */
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../ddl.ts';

export async function addDelivery(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  for (const [table, column] of [
    ['products', 'ships_on'],
    ['orders', 'arrives_from'],
    ['orders', 'arrives_to'],
  ]) {
    await sql.raw(`alter table ${table} add column ${column} ${text} not null default ''`).execute(db);
  }
}
