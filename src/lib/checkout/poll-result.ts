/** Asks for the result of a payment until it is known (PAY-03, PAY-05). */
import * as codes from '#lib/contract/codes.ts';
import type { CallData, Envelope } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { isPaid, isPayable, orderStatus } from '#lib/orders/status.ts';

export type PayResult = CallData<Endpoints['POST /api/v1/payments/query/result']>;
type PayStatus = CallData<Endpoints['GET /api/v1/pay/status/:id']>;
export type ResultKind = 'paid' | 'pending' | 'step' | 'untried' | 'failed' | 'closed' | 'unknown';

/**
 * From this answer on, some seconds after the page came, a payment that waits for the shopper or was never started counts:
 * the call that started it may have been on its way still, and what was done at the bank takes a moment to be told.
 */
export const graceAnswers = 4;

/**
 * What an answer means to the shopper. `closed`: cancelled or refunded; `unknown`: not theirs, or no such order; `step`: the
 * payment goes on where the bank or the provider waits for them; `untried`: no payment is under way; `failed`: none is
 * either, and the latest was refused.
 * @param asked how many answers there have been with this one
 */
export function kindOf(answer: Envelope<PayResult>, requestNo = 1): ResultKind {
  if (answer.code === codes.serverFailure || answer.code === codes.tooManyRequests) return 'pending';
  if (answer.code !== 0) return 'unknown';
  const { status_key, is_under_way = true, redirect_url = '', reason = '' } = answer.data as PayResult;
  if (isPaid(status_key)) return 'paid';
  if (status_key === orderStatus.failed) return 'failed';
  if (!isPayable(status_key)) return 'closed';
  if (!is_under_way && reason !== '') return 'failed';
  if (requestNo < graceAnswers) return 'pending';
  if (!is_under_way) return 'untried';
  return redirect_url === '' ? 'pending' : 'step';
}

/**
 * Whether a question asks for the whole result, which also takes what the shopper approved, rather than for the status alone:
 * the first, and from the grace on every other one, because where a payment waits is part of the result.
 */
export function needsFullResult(requestNo: number): boolean {
  return requestNo === 1 || (requestNo >= graceAnswers && requestNo % 2 === 0);
}

/** Whether the order still stands where it stood; a shop that does not answer has said nothing else. */
export function isUnchanged(status: Envelope<PayStatus>, previous: PayResult): boolean {
  if (status.code === codes.serverFailure || status.code === codes.tooManyRequests) return true;
  return status.code === 0 && status.data?.status_key === previous.status_key;
}

/** Milliseconds until the next question: every 2 s at first, then ever less, none after about five minutes. */
export function nextWait(requestNo: number): number | null {
  if (requestNo <= 15) return 2_000;
  if (requestNo <= 27) return 5_000;
  if (requestNo <= 45) return 10_000;
  return null;
}
