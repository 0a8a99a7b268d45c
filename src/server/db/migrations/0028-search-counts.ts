/** Creates the table of search counts by term, language and day. It contains no visitor data. */
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { type ColumnTypes, createTable } from '../ddl.ts';

export async function addSearchCounts(
  db: Kysely<unknown>,
  dialect: Database['dialect'],
  { whole, text }: ColumnTypes,
): Promise<void> {
  await createTable(db, dialect, 'search_counts', {
    columns: { lang: text, q: text, day: text, count: whole },
    primaryKey: ['lang', 'q', 'day'],
    indexes: [{ on: ['day'] }],
  });
}
