/**
 * Stores the device of each login, so that customers can end a login on one device. Also rewrites SQLite's file once, because
 * before this version deleted data stayed readable in its free pages (`secure_delete`, db/sqlite-file.ts).
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { ColumnTypes } from '../ddl.ts';

export async function addLoginDevices(
  db: Kysely<unknown>,
  dialect: Database['dialect'],
  { text }: ColumnTypes,
): Promise<void> {
  await sql.raw(`alter table customer_sessions add column device ${text} default ''`).execute(db);
  if (dialect === 'postgres') return;
  await sql`insert into settings (key, value, updated_at) select 'wipeDue', 'true', 0 where
    exists (select 1 from checkouts) or exists (select 1 from orders) or exists (select 1 from mails)
    or exists (select 1 from customers) on conflict do nothing`.execute(db);
}
