/** Records captured payments, and finds open payment attempts of an order. */
import type { Transaction } from '../../db/database.ts';
import { openAttemptStates } from '../attempts/payment.ts';

/** A captured payment for an order, as the provider reports it. `amount` is in integer minor units of `currency`. */
export interface Capture {
  orderNo: string;
  provider: string;
  /** The provider's id of the payment. */
  providerRef: string;
  /** Request id of the payment attempt, to find an attempt whose providerRef is not stored yet; '' if there was no attempt. */
  requestId?: string;
  /** The provider's id of the capture; refunds refer to it. */
  captureRef: string;
  amount: number;
  currency: string;
  /** Account that was paid, as the provider reports it; '' if there is none (orders with a total of 0). */
  payee: string;
  /** The shop's account; must equal `payee`. */
  expectedPayee: string;
}

/**
 * Records a captured payment once.
 * @returns false if this capture was already recorded
 */
export async function recordCapture(trx: Transaction, capture: Capture, now: number): Promise<boolean> {
  const id = await attemptOfCapture(trx, capture);
  if (id === null) {
    const { count } = await trx
      .selectFrom('payments')
      .select((select) => select.fn.countAll<number | string>().as('count'))
      .where('order_no', '=', capture.orderNo)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('payments')
      .values({
        order_no: capture.orderNo,
        attempt: Number(count) + 1,
        provider: capture.provider,
        method: capture.provider,
        account_id: '',
        provider_ref: capture.providerRef,
        capture_ref: capture.captureRef,
        refund_ref: '',
        state: 'captured',
        amount: capture.amount,
        currency: capture.currency,
        request_id: `${capture.orderNo}-${Number(count) + 1}`,
        visitor_hash: '',
        details: '{}',
        reason: '',
        created_at: now,
        updated_at: now,
      })
      .execute();
    return true;
  }
  const { numUpdatedRows } = await trx
    .updateTable('payments')
    .set({
      state: 'captured',
      order_no: capture.orderNo,
      provider_ref: capture.providerRef,
      capture_ref: capture.captureRef,
      amount: capture.amount,
      currency: capture.currency,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('state', 'not in', ['captured', 'refunding', 'refunded'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Returns the id of the captured payment attempt, found by the provider's payment id or by our request id; null if there is none. */
async function attemptOfCapture(trx: Transaction, capture: Capture): Promise<number | null> {
  const attempts = trx.selectFrom('payments').select('id').where('provider', '=', capture.provider);
  const byRef = await attempts.where('provider_ref', '=', capture.providerRef).executeTakeFirst();
  if (byRef || !capture.requestId) return byRef?.id ?? null;
  const byRequest = await attempts
    .where('request_id', '=', capture.requestId)
    // Match only an attempt without a provider id: an attempt with a different one is a different payment.
    .where('provider_ref', '=', '')
    .executeTakeFirst();
  return byRequest?.id ?? null;
}

/**
 * Returns whether any attempt to pay the order may still succeed, however old the attempt is.
 * @param trx transaction that has locked the order, so that no attempt starts in the meantime
 */
export async function hasOpenPayment(trx: Transaction, orderNo: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_no', '=', orderNo)
    .where('state', 'in', [...openAttemptStates])
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the id of the order's latest payment attempt; 0 if there is none. */
export async function latestPaymentId(trx: Transaction, orderNo: string): Promise<number> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_no', '=', orderNo)
    .orderBy('attempt', 'desc')
    .executeTakeFirst();
  return row?.id ?? 0;
}
