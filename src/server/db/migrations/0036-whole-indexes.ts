/**
 * Lookups that grew with the number of orders. SQLite uses a partial index only where the statement repeats its condition, and a bound
 * value does not: the unique indexes of payments now hold all rows, with the row's own id where there is nothing to be unique. Orders are
 * listed by time; an index by their status alone tempted the planner to read all that were ever unpaid.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';

export async function makeIndexesWhole(db: Kysely<unknown>, dialect: Database['dialect']): Promise<void> {
  const statements = [
    // A restored backup's rows may still wait for their references to be checked: their table takes no index until then.
    ...(dialect === 'postgres' ? ['set constraints all immediate'] : []),
    ...wholeUnique('payments_by_order_no_attempt', 'order_no, attempt', 'order_no'),
    ...wholeUnique('payments_by_provider_provider_ref', 'provider, provider_ref', 'provider_ref'),
    ...wholeUnique('payments_by_request_id', 'request_id', 'request_id'),
    'drop index orders_by_status_key_order_time',
    'create index orders_by_order_time_order_no on orders (order_time, order_no)',
    // Jobs in any state by their key, of an email or of a person's address.
    'create index jobs_by_key on jobs (dedupe_key)',
    // What the shop has of a person who asks for it, or has it erased.
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

/** Rows whose `emptyColumn` is '' may be many alike. */
function wholeUnique(index: string, columns: string, emptyColumn: string): string[] {
  return [
    `drop index ${index}`,
    `create unique index ${index} on payments (${columns}, (case when ${emptyColumn} = '' then id else 0 end))`,
  ];
}
