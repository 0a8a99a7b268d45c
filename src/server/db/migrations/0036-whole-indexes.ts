/**
 * Fixes lookups that slowed down with the number of orders. SQLite uses a partial index only if the statement repeats its
 * condition, which a bound value does not: the unique indexes of payments now cover all rows, and rows with an empty key are made
 * unique by their id. Orders are listed by time; with an index by status alone, the planner read every order that was ever
 * unpaid.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';

export async function makeIndexesWhole(db: Kysely<unknown>, dialect: Database['dialect']): Promise<void> {
  const statements = [
    // Rows of a restored backup may still have pending reference checks, and PostgreSQL creates no index on such a table.
    ...(dialect === 'postgres' ? ['set constraints all immediate'] : []),
    ...wholeUnique('payments_by_order_no_attempt', 'order_no, attempt', 'order_no'),
    ...wholeUnique('payments_by_provider_provider_ref', 'provider, provider_ref', 'provider_ref'),
    ...wholeUnique('payments_by_request_id', 'request_id', 'request_id'),
    'drop index orders_by_status_key_order_time',
    'create index orders_by_order_time_order_no on orders (order_time, order_no)',
    // Jobs in any state by key, which contains an email's key or a personal address.
    'create index jobs_by_key on jobs (dedupe_key)',
    // For export and erasure of personal data.
    'create index checkouts_by_customer_id on checkouts (customer_id) where customer_id is not null',
    'create index guest_checkouts_by_email on checkouts (lower(email)) where customer_id is null',
    'create index mails_by_address on mails (lower(to_address))',
    'create index comments_by_address on comments (lower(email))',
    'create index contact_emails_by_address on contact_emails (lower(email))',
    'create index customer_codes_by_address on customer_codes (lower(email))',
    'create index bag_events_by_session on bag_events (session_id)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Several rows may have '' in `emptyColumn`; any other value must be unique. */
function wholeUnique(index: string, columns: string, emptyColumn: string): string[] {
  return [
    `drop index ${index}`,
    `create unique index ${index} on payments (${columns}, (case when ${emptyColumn} = '' then id else 0 end))`,
  ];
}
