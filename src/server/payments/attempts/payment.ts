/** One attempt to pay, as the shop knows it. Amounts are integer minor units of `currency`; times ms UTC. */
import type { PaymentsTable } from '../../db/tables.ts';

export type AttemptState = PaymentsTable['state'];

export interface Payment {
  id: number;
  /** '' for an express payment whose order does not exist yet. */
  orderNo: string;
  attempt: number;
  provider: string;
  /** How it is paid: the flow of the attempt. */
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
  /** How often reconciliation has asked since the state changed. */
  asks: number;
}

/** Nothing final has been heard of these. */
export const liveStates = [
  'new',
  'created',
  'approved',
  'authorized',
  'capturing',
] as const satisfies AttemptState[];

/** These have ended without money. */
export const deadStates = ['declined', 'failed', 'expired'] as const satisfies AttemptState[];

/** Whether money may still come, or has come, by an attempt: as long as it may, the shopper is not asked to pay again. */
export function mayBringMoney(state: AttemptState): boolean {
  return state !== 'refunded' && !(deadStates as readonly AttemptState[]).includes(state);
}

export function isLive(state: AttemptState): boolean {
  return (liveStates as readonly AttemptState[]).includes(state);
}
