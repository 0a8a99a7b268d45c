/** Schedules requests to providers for the status of payment attempts, and lets only one of several processes send each request. */
import type { Queryable } from '../../db/database.ts';
import {
  type AttemptState,
  failedAttemptStates,
  openAttemptStates,
  type Payment,
} from '../attempts/payment.ts';
import { pollDelay } from '../attempts/poll-delay.ts';
import { toPayment } from './payments.ts';

/**
 * Claims the next status request for a payment attempt, so that only one of several processes sends it.
 * @param payment the attempt as last read; if the stored attempt has changed since then, the claim fails
 */
export async function claimStatusRequest(db: Queryable, payment: Payment, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ updated_at: now })
    .where('id', '=', payment.id)
    .where('state', '=', payment.state)
    .where('updated_at', '=', payment.updatedAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Minimum interval between status requests to a provider on behalf of a page, ms; in between, pages get the stored status (API-031). */
export const minPollIntervalMs = 2_000;

/**
 * Allows the next status request about an order to reach the provider at once (API-065). Sets `updated_at` back only as far as needed,
 * because other code uses it to decide whether a payment is in progress.
 */
export async function resetPollTime(db: Queryable, orderNo: string, now: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ updated_at: now - minPollIntervalMs })
    .where('order_no', '=', orderNo)
    .where('state', 'in', [...openAttemptStates])
    .where('updated_at', '>', now - minPollIntervalMs)
    .execute();
}

/**
 * Works like `claimStatusRequest`, for reconciliation, and also schedules the next poll with a longer delay.
 * @param payment the attempt as last read; if it has changed since then or another process polls it, the claim fails
 */
export async function claimPoll(db: Queryable, payment: Payment, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({
      updated_at: now,
      asks: payment.pollCount + 1,
      ask_at: now + pollDelay(payment.state, payment.pollCount + 1, Math.random()),
    })
    .where('id', '=', payment.id)
    .where('state', '=', payment.state)
    .where('asks', '=', payment.pollCount)
    .where('updated_at', '=', payment.updatedAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Returns a provider's payment attempts that are in these states and due for polling, longest overdue first. */
export async function readPaymentsToPoll(
  db: Queryable,
  provider: string,
  states: readonly AttemptState[],
  now: number,
  limit: number,
): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('state', 'in', [...states])
    .where('ask_at', '<=', now)
    .where('provider', '=', provider)
    .orderBy('ask_at')
    .limit(limit)
    .execute();
  return rows.map(toPayment);
}

/** Deletes express attempts that ended without an order and have not changed since `before` (ms UTC). */
export async function deleteUnusedExpressPayments(db: Queryable, before: number): Promise<void> {
  await db
    .deleteFrom('payments')
    .where('order_no', '=', '')
    .where('state', 'in', [...failedAttemptStates])
    .where('updated_at', '<', before)
    .execute();
}
