/** Adds the tax of each order line, so that refunding units also refunds their tax. It is unknown for earlier orders. */
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../ddl.ts';

export async function addLineTax(db: Kysely<unknown>, { whole }: ColumnTypes): Promise<void> {
  await sql.raw(`alter table order_lines add column tax ${whole} default 0`).execute(db);
}
