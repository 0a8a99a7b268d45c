/** The day from which a pre-sale product is sent, and the days on which an order was promised to arrive. */
import { type Kysely, sql } from 'kysely';
import type { Columns } from '../ddl.ts';

export async function addDelivery(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  for (const [table, column] of [
    ['products', 'ships_on'],
    ['orders', 'arrives_from'],
    ['orders', 'arrives_to'],
  ]) {
    await sql.raw(`alter table ${table} add column ${column} ${text} not null default ''`).execute(db);
  }
}
