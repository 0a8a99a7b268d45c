/** One attempt to pay. Amounts are integer minor units of `currency`; times are ms UTC. */
import type { PaymentsTable } from '../../db/tables.ts';

export type AttemptState = PaymentsTable['state'];

export interface Payment {
  id: number;
  /** '' for an express payment whose order does not exist yet. */
  orderNo: string;
  attempt: number;
  provider: string;
  /** Flow of the attempt. */
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
  /** Number of polls by reconciliation since the state changed. */
  pollCount: number;
}

/** Attempts without a final result. */
export const openAttemptStates = [
  'new',
  'created',
  'approved',
  'authorized',
  'capturing',
] as const satisfies AttemptState[];

/** Attempts that ended without money. */
export const failedAttemptStates = ['declined', 'failed', 'expired'] as const satisfies AttemptState[];

/** Returns whether an attempt has brought money or still may; if so, the shopper is not asked to pay again. */
export function isPaidOrPending(state: AttemptState): boolean {
  return state !== 'refunded' && !(failedAttemptStates as readonly AttemptState[]).includes(state);
}

export function isOpenAttempt(state: AttemptState): boolean {
  return (openAttemptStates as readonly AttemptState[]).includes(state);
}
