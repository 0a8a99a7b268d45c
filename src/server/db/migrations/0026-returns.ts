/** Creates the table of return requests. */
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { type ColumnTypes, createTable } from '../ddl.ts';

export async function addReturns(
  db: Kysely<unknown>,
  dialect: Database['dialect'],
  { id, whole, wholeOrNull, text, toText }: ColumnTypes,
): Promise<void> {
  await createTable(db, dialect, 'returns', {
    columns: {
      id,
      order_no: toText('orders', 'order_no'),
      request_id: text,
      lines: text,
      reason: text,
      words: text,
      answer: text,
      state: text,
      refund_id: text,
      created_at: whole,
      answered_at: wholeOrNull,
      arrived_at: wholeOrNull,
    },
    unique: [['order_no', 'request_id']],
    checks: [`state in ('asked', 'accepted', 'refused', 'arrived')`],
    indexes: [{ on: ['state', 'id'] }],
  });
}
