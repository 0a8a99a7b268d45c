/** Creates the table of previous handles of renamed products, pages and articles. */
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { type ColumnTypes, createTable } from '../ddl.ts';

export async function addFormerHandles(
  db: Kysely<unknown>,
  dialect: Database['dialect'],
  { whole, text }: ColumnTypes,
): Promise<void> {
  await createTable(db, dialect, 'former_handles', {
    columns: { kind: text, handle: text, current_id: whole },
    primaryKey: ['kind', 'handle'],
  });
}
