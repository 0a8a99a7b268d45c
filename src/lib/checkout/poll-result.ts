/** Asks for the result of a payment until it is known (PAY-03, PAY-05). */
import * as codes from '#lib/contract/codes.ts';
import type { CallData, Envelope } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { isPaid, isPayable, orderStatus } from '#lib/orders/status.ts';

export type PayResult = CallData<Endpoints['POST /api/v1/payments/query/result']>;
export type ResultKind = 'paid' | 'pending' | 'step' | 'untried' | 'failed' | 'closed' | 'unknown';

/**
 * From this answer on, some seconds after the page came, a payment that waits for the shopper or was never started counts:
 * the call that started it may have been on its way still, and what was done at the bank takes a moment to be told.
 */
export const graceAnswers = 4;

/**
 * What an answer means to the shopper. `closed`: cancelled or refunded; `unknown`: not theirs, or no such order; `step`: the
 * payment goes on where the bank or the provider waits for them; `untried`: no payment is under way.
 * @param asked how many answers there have been with this one
 */
export function kindOf(answer: Envelope<PayResult>, asked = 1): ResultKind {
  if (answer.code === codes.serverFailure || answer.code === codes.tooManyRequests) return 'pending';
  if (answer.code !== 0) return 'unknown';
  const { status_key, is_under_way = true, redirect_url = '' } = answer.data as PayResult;
  if (isPaid(status_key)) return 'paid';
  if (status_key === orderStatus.failed) return 'failed';
  if (!isPayable(status_key)) return 'closed';
  if (asked < graceAnswers) return 'pending';
  if (!is_under_way) return 'untried';
  return redirect_url === '' ? 'pending' : 'step';
}

/** Milliseconds until the next question: every 2 s at first, then ever less, none after about five minutes. */
export function nextWait(asked: number): number | null {
  if (asked <= 15) return 2_000;
  if (asked <= 27) return 5_000;
  if (asked <= 45) return 10_000;
  return null;
}
