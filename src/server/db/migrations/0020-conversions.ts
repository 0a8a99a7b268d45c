/** Creates the table of conversions that shoppers agreed to share with advertising services (R77, R122). */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { type ColumnTypes, createTable } from '../ddl.ts';

export async function addConversions(
  db: Kysely<unknown>,
  dialect: Database['dialect'],
  { whole, text }: ColumnTypes,
): Promise<void> {
  await createTable(db, dialect, 'conversions', {
    columns: {
      service: text,
      event_id: text,
      event_name: text,
      state: text,
      payload: text,
      created_at: whole,
    },
    primaryKey: ['service', 'event_id'],
    checks: [`state in ('kept', 'waiting', 'sent', 'refused')`, `service in ('meta', 'tiktok')`],
    indexes: [{ on: ['created_at'] }],
  });
  await sql
    .raw(`create index conversions_waiting on conversions (created_at) where state = 'waiting'`)
    .execute(db);
}
