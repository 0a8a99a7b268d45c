/** What each line of an order brought of its tax, which goes back with its pieces; unknown for orders of before. */
import { type Kysely, sql } from 'kysely';
import type { Columns } from '../ddl.ts';

export async function addLineTax(db: Kysely<unknown>, { whole }: Columns): Promise<void> {
  await sql.raw(`alter table order_lines add column tax ${whole} default 0`).execute(db);
}
