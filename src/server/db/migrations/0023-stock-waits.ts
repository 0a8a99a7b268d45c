/**
 * Creates the table of restock notification requests, and adds the number of notifications sent since a variant last sold out.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { type ColumnTypes, createTable } from '../ddl.ts';

export async function addStockWaits(
  db: Kysely<unknown>,
  dialect: Database['dialect'],
  { id, whole, wholeOrNull, text, to }: ColumnTypes,
): Promise<void> {
  await createTable(db, dialect, 'stock_waits', {
    columns: {
      id,
      variant_id: to('variants'),
      email: text,
      lang: text,
      link_id: text,
      asked_at: whole,
      confirmed_at: wholeOrNull,
      mailed_at: wholeOrNull,
    },
    unique: [['variant_id', 'email'], ['link_id']],
    indexes: [
      { on: ['variant_id', 'confirmed_at'], where: 'confirmed_at is not null and mailed_at is null' },
      { on: ['email'] },
      { on: ['asked_at'] },
    ],
  });
  await sql.raw(`alter table variants add column back_told ${whole} default 0`).execute(db);
}
