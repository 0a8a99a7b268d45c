/** Creates the table of refunds: one row per request, inserted before the payment provider is called. */
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { type ColumnTypes, createTable } from '../ddl.ts';

export async function addRefunds(
  db: Kysely<unknown>,
  dialect: Database['dialect'],
  { whole, text, bit }: ColumnTypes,
): Promise<void> {
  await createTable(db, dialect, 'refunds', {
    columns: {
      request_id: text,
      order_no: text,
      payment_id: whole,
      amount: whole,
      currency: text,
      lines: text,
      restock: bit('restock'),
      reason: text,
      state: text,
      refund_ref: text,
      created_at: whole,
      updated_at: whole,
    },
    primaryKey: ['request_id'],
    checks: [`state in ('new', 'sent', 'refused')`, 'amount > 0'],
    indexes: [{ on: ['order_no'] }],
  });
}
