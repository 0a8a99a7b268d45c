/** Records the payment that brought an order's money. */
import type { Transaction } from '../../db/database.ts';
import { openAttemptStates } from '../attempts/payment.ts';

/** Money that a provider reports as captured for an order. `amount` is in integer minor units of `currency`. */
export interface Capture {
  orderNo: string;
  provider: string;
  /** The provider's id of the payment. */
  providerRef: string;
  /** The attempt's requestId, which finds an attempt whose providerRef is not stored yet; '' if there was no attempt. */
  requestId?: string;
  /** The provider's id of the capture; refunds refer to it. */
  captureRef: string;
  amount: number;
  currency: string;
  /** Account that the provider paid, as it reports; '' if it names none (zero totals). */
  payee: string;
  /** The shop's account; must equal `payee`. */
  expectedPayee: string;
}

/**
 * Records a capture once.
 * @returns false if this capture was recorded before
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

/** Finds the attempt that brought the money, by the provider's id or by ours; null if there was none. */
async function attemptOfCapture(trx: Transaction, capture: Capture): Promise<number | null> {
  const attempts = trx.selectFrom('payments').select('id').where('provider', '=', capture.provider);
  const byRef = await attempts.where('provider_ref', '=', capture.providerRef).executeTakeFirst();
  if (byRef || !capture.requestId) return byRef?.id ?? null;
  const byRequest = await attempts
    .where('request_id', '=', capture.requestId)
    // An attempt with another reference is another payment.
    .where('provider_ref', '=', '')
    .executeTakeFirst();
  return byRequest?.id ?? null;
}

/**
 * Returns whether an attempt to pay the order may still bring money, however old it is.
 * @param trx holds the order's lock, so that no attempt starts in the meantime
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

/** Returns the id of the order's latest attempt; 0 if there is none. */
export async function latestPaymentId(trx: Transaction, orderNo: string): Promise<number> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_no', '=', orderNo)
    .orderBy('attempt', 'desc')
    .executeTakeFirst();
  return row?.id ?? 0;
}
