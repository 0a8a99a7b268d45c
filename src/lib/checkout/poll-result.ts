/** Rules for polling the result of a payment until it is final (PAY-03, PAY-05). */
import * as codes from '#lib/contract/codes.ts';
import type { Envelope, ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { isPaid, isPayable, orderStatus } from '#lib/orders/status.ts';

export type PayResult = ResponseData<Endpoints['POST /api/v1/payments/query/result']>;
type PayStatus = ResponseData<Endpoints['GET /api/v1/pay/status/:id']>;
export type PaymentResultStatus = 'paid' | 'pending' | 'step' | 'untried' | 'failed' | 'closed' | 'unknown';

/**
 * From the poll with this number on, some seconds after the page loads, a payment may be reported as not started or waiting for the
 * shopper. Earlier polls report it as pending: the request that starts the payment may still be running, and the bank's result takes a
 * moment to arrive.
 */
export const gracePolls = 4;

/**
 * Classifies a payment result. `closed`: the order is cancelled or refunded; `unknown`: the order does not exist or belongs to another
 * customer; `step`: the bank or provider waits for the shopper; `untried`: no payment is in progress; `failed`: the latest payment was
 * declined and no other is in progress.
 * @param requestNo number of the poll, starting at 1
 */
export function classifyPaymentResult(answer: Envelope<PayResult>, requestNo = 1): PaymentResultStatus {
  if (answer.code === codes.serverFailure || answer.code === codes.tooManyRequests) return 'pending';
  if (answer.code !== 0) return 'unknown';
  const { status_key, is_under_way = true, redirect_url = '', reason = '' } = answer.data as PayResult;
  if (isPaid(status_key)) return 'paid';
  if (status_key === orderStatus.failed) return 'failed';
  if (!isPayable(status_key)) return 'closed';
  if (!is_under_way && reason !== '') return 'failed';
  if (requestNo < gracePolls) return 'pending';
  if (!is_under_way) return 'untried';
  return redirect_url === '' ? 'pending' : 'step';
}

/**
 * Returns whether a poll requests the full result instead of only the status. Only the full result contains the URL at which a payment
 * waits for the shopper, and requesting it also captures an approved payment. True for the first poll and, from gracePolls on, for every
 * second one.
 */
export function needsFullResult(requestNo: number): boolean {
  return requestNo === 1 || (requestNo >= gracePolls && requestNo % 2 === 0);
}

/** Returns whether the order still has the same status; a server error or a rate limit counts as unchanged. */
export function isStatusUnchanged(status: Envelope<PayStatus>, previous: PayResult): boolean {
  if (status.code === codes.serverFailure || status.code === codes.tooManyRequests) return true;
  return status.code === 0 && status.data?.status_key === previous.status_key;
}

/** Returns the milliseconds until the next poll: 2 s at first, longer later, and null after about five minutes. */
export function nextPollDelay(requestNo: number): number | null {
  if (requestNo <= 15) return 2_000;
  if (requestNo <= 27) return 5_000;
  if (requestNo <= 45) return 10_000;
  return null;
}
