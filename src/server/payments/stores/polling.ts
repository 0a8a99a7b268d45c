/** Decides when an attempt's status is fetched from its provider, and by which of several processes. */
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
 * Claims the next status request for an attempt, so that only one of several processes sends it.
 * @param payment the attempt as read; if it has changed since then, the claim fails
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

/** Min interval between status requests for a page, ms; in between, the page gets the stored status (API-031). */
export const minPollIntervalMs = 2_000;

/**
 * Allows the next status request for the order's payment to reach the provider (API-065). It sets `updated_at` back only as far
 * as needed, because other code reads from it whether a payment is in progress.
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
 * @param payment the attempt as read; if it has changed since then or another process polls it, the claim fails
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

/** Returns a provider's open attempts that are due for polling, longest overdue first. */
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
