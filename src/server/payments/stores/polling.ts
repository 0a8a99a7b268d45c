/** Whose turn it is to ask a provider about an attempt, and when; so that of many processes one asks. */
import type { Queryable } from '../../db/database.ts';
import { type AttemptState, deadStates, liveStates, type Payment } from '../attempts/payment.ts';
import { pollDelay } from '../attempts/poll-delay.ts';
import { toPayment } from './payments.ts';

/**
 * Takes the turn to ask the provider about an attempt, so that of many processes one asks.
 * @param seen the attempt as read; a change since then loses the turn
 */
export async function takeTurn(db: Queryable, seen: Payment, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ updated_at: now })
    .where('id', '=', seen.id)
    .where('state', '=', seen.state)
    .where('updated_at', '=', seen.updatedAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * An attempt is asked about for a page at most this often; between, the last answer in the books holds (API-031).
 */
export const freshForMs = 2_000;

/**
 * Lets the next question about the order's payment go to the provider again (API-065). The attempts look just long enough
 * untouched for that and no longer: others read from the same time whether money is on its way.
 */
export async function resetPollTime(db: Queryable, orderNo: string, now: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ updated_at: now - freshForMs })
    .where('order_no', '=', orderNo)
    .where('state', 'in', [...liveStates])
    .where('updated_at', '>', now - freshForMs)
    .execute();
}

/**
 * As takeTurn, for reconciliation: the next time it asks about the attempt comes later than this one did.
 * @param seen the attempt as read; a change since then, or another process that asks, loses the turn
 */
export async function takeTurnToPoll(db: Queryable, seen: Payment, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({
      updated_at: now,
      asks: seen.asks + 1,
      ask_at: now + pollDelay(seen.state, seen.asks + 1, Math.random()),
    })
    .where('id', '=', seen.id)
    .where('state', '=', seen.state)
    .where('asks', '=', seen.asks)
    .where('updated_at', '=', seen.updatedAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** A provider's attempts without an end that are to be asked about by now, the longest due first. */
export async function openPayments(
  db: Queryable,
  provider: string,
  states: readonly AttemptState[],
  now: number,
  most: number,
): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('state', 'in', [...states])
    .where('ask_at', '<=', now)
    .where('provider', '=', provider)
    .orderBy('ask_at')
    .limit(most)
    .execute();
  return rows.map(toPayment);
}

/** Forgets express attempts that ended without ever belonging to an order and have not moved since `before`. */
export async function forgetUnusedExpress(db: Queryable, before: number): Promise<void> {
  await db
    .deleteFrom('payments')
    .where('order_no', '=', '')
    .where('state', 'in', [...deadStates])
    .where('updated_at', '<', before)
    .execute();
}
