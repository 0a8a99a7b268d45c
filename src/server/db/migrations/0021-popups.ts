/**
 * Creates the table of popup events: for each browser and popup, the first time that each event which can open the popup occurred.
 */
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { type ColumnTypes, createTable } from '../ddl.ts';

export async function addPopupEvents(
  db: Kysely<unknown>,
  dialect: Database['dialect'],
  { whole, text }: ColumnTypes,
): Promise<void> {
  await createTable(db, dialect, 'popup_events', {
    columns: { client_id: text, popup_id: whole, event: text, begin_time: whole, told_at: whole },
    primaryKey: ['client_id', 'popup_id', 'event'],
    indexes: [{ on: ['told_at'] }],
  });
}
