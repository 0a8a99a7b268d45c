/** Creates the tables of customer accounts, logins, emailed codes, address books, and contact emails for reminders. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { type ColumnTypes, createTable, type TableDefinition } from '../ddl.ts';

export async function addCustomers(
  db: Kysely<unknown>,
  dialect: Database['dialect'],
  { id, whole, wholeOrNull, text, bit, to }: ColumnTypes,
): Promise<void> {
  const tables: Record<string, TableDefinition> = {
    customers: {
      columns: {
        id,
        email: text,
        email_key: text,
        password_hash: text,
        first_name: text,
        last_name: text,
        lang: text,
        verified_at: wholeOrNull,
        created_at: whole,
        updated_at: whole,
      },
      unique: [['email_key']],
    },
    customer_sessions: {
      columns: {
        token_hash: text,
        customer_id: to('customers'),
        created_at: whole,
        used_at: whole,
        expires_at: whole,
      },
      primaryKey: ['token_hash'],
      indexes: [{ on: ['customer_id'] }, { on: ['expires_at'] }],
    },
    customer_codes: {
      columns: {
        link_id: text,
        customer_id: to('customers'),
        purpose: text,
        email: text,
        expires_at: whole,
      },
      primaryKey: ['link_id'],
      checks: [`purpose in ('reset', 'verify', 'email')`],
      indexes: [{ on: ['customer_id'] }, { on: ['expires_at'] }],
    },
    customer_addresses: {
      columns: {
        id,
        customer_id: to('customers'),
        is_default: bit('is_default'),
        address: text,
        created_at: whole,
        updated_at: whole,
      },
      indexes: [{ on: ['customer_id'] }],
    },
    contact_emails: {
      columns: { distinct_id: text, email: text, lang: text, created_at: whole, mailed_at: wholeOrNull },
      primaryKey: ['distinct_id'],
      indexes: [{ on: ['created_at'], where: 'mailed_at is null' }],
    },
  };
  for (const [name, definition] of Object.entries(tables)) await createTable(db, dialect, name, definition);
  // For the query that finds the checkout for which a contact email was entered.
  await sql`create index checkouts_by_distinct_id on checkouts (distinct_id) where distinct_id <> ''`.execute(
    db,
  );
  // For the query that finds a buyer's guest orders by email when the buyer creates an account.
  await sql`create index guest_orders_by_email on orders (lower(email)) where customer_id is null`.execute(
    db,
  );
}
