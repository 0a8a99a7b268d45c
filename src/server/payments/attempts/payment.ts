/** One attempt to pay an order. Amounts are integer minor units of `currency`; times are ms UTC. */
import type { PaymentsTable } from '../../db/tables.ts';

export type AttemptState = PaymentsTable['state'];

export interface Payment {
  id: number;
  /** Number of the order; '' for an express payment whose order does not exist yet. */
  orderNo: string;
  attempt: number;
  provider: string;
  /** Payment flow of the attempt, such as `charge`, `redirect` or `express`. */
  method: string;
  accountId: string;
  providerRef: string;
  captureRef: string;
  state: AttemptState;
  amount: number;
  currency: string;
  requestId: string;
  visitorHash: string;
  reason: string;
  createdAt: number;
  updatedAt: number;
  /** How often reconciliation has polled the provider since the attempt's state last changed. */
  pollCount: number;
}

/** States of payment attempts that have no final result yet. */
export const openAttemptStates = [
  'new',
  'created',
  'approved',
  'authorized',
  'capturing',
] as const satisfies AttemptState[];

/** States of payment attempts that ended without a payment. */
export const failedAttemptStates = ['declined', 'failed', 'expired'] as const satisfies AttemptState[];

/** Returns whether a payment attempt has succeeded or still may; if so, the shopper must not be prompted to pay again. */
export function isPaidOrPending(state: AttemptState): boolean {
  return state !== 'refunded' && !(failedAttemptStates as readonly AttemptState[]).includes(state);
}

export function isOpenAttempt(state: AttemptState): boolean {
  return (openAttemptStates as readonly AttemptState[]).includes(state);
}
