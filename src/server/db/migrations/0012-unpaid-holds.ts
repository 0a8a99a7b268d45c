/**
 * Adds the data for capping the stock that unpaid orders hold: hashed client IP address, start of the hold, and a table of holders
 * (docs/decisions/18-orders.md).
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { type ColumnTypes, createTable } from '../ddl.ts';

export async function addUnpaidHolds(
  db: Kysely<unknown>,
  dialect: Database['dialect'],
  { text, whole, wholeOrNull, bit }: ColumnTypes,
): Promise<void> {
  const statements = [
    `alter table orders add column client_hash ${text} default ''`,
    `alter table orders add column held_since ${wholeOrNull}`,
    `alter table orders add column hold_is_lent ${bit('hold_is_lent')} default 0`,
    // The IP addresses of existing orders are unknown, so each order gets a unique placeholder.
    'update orders set client_hash = order_no where status_key in (-1, 0)',
    'update orders set held_since = order_time where held_until is not null',
    'create index orders_by_client_hash on orders (client_hash) where held_until is not null',
    "create index orders_with_client_hash on orders (order_time) where client_hash <> ''",
    `create index orders_by_visitor_hash_held_since on orders (visitor_hash, held_since)
      where held_since is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  await createTable(db, dialect, 'holders', {
    columns: { key: text, used_at: whole },
    primaryKey: ['key'],
    indexes: [{ on: ['used_at'] }],
  });
}
