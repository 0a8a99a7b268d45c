/** Asks for the result of a payment until it is known (PAY-03, PAY-05). */
import type { CallData, Envelope } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { isPaid, isPayable, orderStatus } from '#lib/orders/status.ts';

export type PayResult = CallData<Endpoints['POST /api/v1/payments/query/result']>;
export type ResultKind = 'paid' | 'pending' | 'failed' | 'closed' | 'unknown';

/** What an answer means to the shopper. `closed`: cancelled or refunded; `unknown`: not theirs, or no such order. */
export function kindOf(answer: Envelope<PayResult>): ResultKind {
  if (answer.code === 90000 || answer.code === 10429) return 'pending';
  if (answer.code !== 0) return 'unknown';
  const { status_key } = answer.data as PayResult;
  if (isPaid(status_key)) return 'paid';
  if (status_key === orderStatus.failed) return 'failed';
  return isPayable(status_key) ? 'pending' : 'closed';
}

/** Milliseconds until the next question: every 2 s at first, then ever less, none after about five minutes. */
export function nextWait(asked: number): number | null {
  if (asked <= 15) return 2_000;
  if (asked <= 27) return 5_000;
  if (asked <= 45) return 10_000;
  return null;
}
