/** Links refunds to returns, because one return can be refunded in several parts. */
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../ddl.ts';

export async function nameReturnsInRefunds(db: Kysely<unknown>, { wholeOrNull }: ColumnTypes): Promise<void> {
  const statements = [
    `alter table refunds add column return_id ${wholeOrNull}`,
    `update refunds set return_id =
      (select min(returns.id) from returns where returns.refund_id = refunds.request_id)`,
    'alter table returns drop column refund_id',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
