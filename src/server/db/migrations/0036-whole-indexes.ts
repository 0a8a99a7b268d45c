/**
 * Fixes queries that became slower as the number of orders grew. SQLite uses a partial index only if the statement repeats the
 * index condition as a literal; a bound value does not count. The unique indexes of payments therefore now cover all rows, and the
 * row's id keeps entries with an empty key distinct. Lists of orders now use an index by time: with the previous index by status
 * and time, the planner read every order that was ever unpaid.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';

export async function makeIndexesWhole(db: Kysely<unknown>, dialect: Database['dialect']): Promise<void> {
  const statements = [
    // Runs the deferred foreign key checks now: after restoring a backup some may be pending, and PostgreSQL then rejects CREATE
    // INDEX.
    ...(dialect === 'postgres' ? ['set constraints all immediate'] : []),
    ...wholeUnique('payments_by_order_no_attempt', 'order_no, attempt', 'order_no'),
    ...wholeUnique('payments_by_provider_provider_ref', 'provider, provider_ref', 'provider_ref'),
    ...wholeUnique('payments_by_request_id', 'request_id', 'request_id'),
    'drop index orders_by_status_key_order_time',
    'create index orders_by_order_time_order_no on orders (order_time, order_no)',
    // For finding jobs by key regardless of their state. A job's key contains the key of an email, or an email address.
    'create index jobs_by_key on jobs (dedupe_key)',
    // The indexes below are for exporting and erasing a customer's personal data.
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

/** Returns statements that replace an index with a unique one, which still allows several rows with '' in `emptyColumn`. */
function wholeUnique(index: string, columns: string, emptyColumn: string): string[] {
  return [
    `drop index ${index}`,
    `create unique index ${index} on payments (${columns}, (case when ${emptyColumn} = '' then id else 0 end))`,
  ];
}
