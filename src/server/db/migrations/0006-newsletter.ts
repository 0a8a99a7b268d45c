/** Creates the table of newsletter subscribers, and adds the unsubscribe URL to emails. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { type ColumnTypes, createTable } from '../ddl.ts';

export async function addNewsletter(
  db: Kysely<unknown>,
  dialect: Database['dialect'],
  { id, whole, text, bit }: ColumnTypes,
): Promise<void> {
  await createTable(db, dialect, 'subscribers', {
    columns: {
      id,
      email: text,
      is_subscribed: bit('is_subscribed'),
      source_type: whole,
      utm_term: text,
      created_at: whole,
      updated_at: whole,
    },
    unique: [['email']],
  });
  await sql.raw(`alter table mails add column unsubscribe_url ${text} default ''`).execute(db);
}
