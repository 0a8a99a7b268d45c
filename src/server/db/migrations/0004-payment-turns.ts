/** Stores when reconciliation next checks a payment attempt, at increasing intervals (docs/decisions/19-payments.md). */
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../ddl.ts';

export async function addPaymentTurns(db: Kysely<unknown>, { whole }: ColumnTypes): Promise<void> {
  const statements = [
    `alter table payments add column asks ${whole} default 0`,
    `alter table payments add column ask_at ${whole} default 0`,
    'drop index payments_by_state_updated_at',
    'create index payments_by_state_ask_at on payments (state, ask_at)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
