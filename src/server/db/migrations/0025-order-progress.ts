/** Adds the packing and delivery times that the merchant enters, and the tax breakdown that an order's invoice shows. */
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../ddl.ts';

export async function addOrderProgress(
  db: Kysely<unknown>,
  { text, wholeOrNull }: ColumnTypes,
): Promise<void> {
  const statements = [
    `alter table orders add column packed_at ${wholeOrNull}`,
    `alter table orders add column tax_lines ${text} default '[]'`,
    `alter table parcels add column delivered_at ${wholeOrNull}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
