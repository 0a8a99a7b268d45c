/** How far an order has come, as a person says it, and the taxes in its total, as its invoice names them. */
import { type Kysely, sql } from 'kysely';
import type { Columns } from '../ddl.ts';

export async function addOrderProgress(db: Kysely<unknown>, { text, wholeOrNull }: Columns): Promise<void> {
  const statements = [
    `alter table orders add column packed_at ${wholeOrNull}`,
    `alter table orders add column tax_lines ${text} default '[]'`,
    `alter table parcels add column delivered_at ${wholeOrNull}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
