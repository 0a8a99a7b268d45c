/** Creates the table of promotions applied to an order, as they were when the order was placed. */
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { type ColumnTypes, createTable } from '../ddl.ts';

export async function addOrderPromotions(
  db: Kysely<unknown>,
  dialect: Database['dialect'],
  { whole, text, toText }: ColumnTypes,
): Promise<void> {
  await createTable(db, dialect, 'order_promotions', {
    columns: {
      order_no: toText('orders', 'order_no'),
      promotion_id: whole,
      kind: text,
      discount_type: whole,
      title: text,
      code: text,
      discount: whole,
    },
    primaryKey: ['order_no', 'promotion_id'],
    checks: ['discount >= 0'],
    indexes: [{ on: ['promotion_id'] }],
  });
}
