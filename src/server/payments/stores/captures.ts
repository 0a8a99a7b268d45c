/** What settling an order writes about the payment that brought the money. */
import type { Transaction } from '../../db/database.ts';
import { liveStates } from '../attempts/payment.ts';

/** Money a provider says it has taken for an order. `amount` is integer minor units of `currency`. */
export interface Capture {
  orderNo: string;
  provider: string;
  /** The provider's id of the payment. */
  providerRef: string;
  /** The attempt's requestId: finds an attempt that has not been told its providerRef yet; '' where there was no attempt. */
  requestId?: string;
  /** The provider's id of the capture, which refunds name. */
  captureRef: string;
  amount: number;
  currency: string;
  /** Whom the provider paid, as it says; '' where it names no payee (zero totals). */
  payee: string;
  /** The account the shop wanted paid; must equal `payee`. */
  expectedPayee: string;
}

/**
 * Writes the capture down once.
 * @returns false when this very capture was written before
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

/** The attempt that brought the money, by the provider's id of it or by our own; null when there was no attempt. */
async function attemptOfCapture(trx: Transaction, capture: Capture): Promise<number | null> {
  const attempts = trx.selectFrom('payments').select('id').where('provider', '=', capture.provider);
  const byRef = await attempts.where('provider_ref', '=', capture.providerRef).executeTakeFirst();
  if (byRef || !capture.requestId) return byRef?.id ?? null;
  const byRequest = await attempts
    .where('request_id', '=', capture.requestId)
    // One that has another reference is another payment.
    .where('provider_ref', '=', '')
    .executeTakeFirst();
  return byRequest?.id ?? null;
}

/**
 * Whether an attempt to pay the order may still bring money, however long nothing has been heard of it.
 * @param trx holds the order's lock, so that no attempt begins meanwhile
 */
export async function hasLivePayment(trx: Transaction, orderNo: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_no', '=', orderNo)
    .where('state', 'in', [...liveStates])
    .executeTakeFirst();
  return row !== undefined;
}

/** Id of the order's latest attempt to pay, 0 while there is none. */
export async function latestPaymentId(trx: Transaction, orderNo: string): Promise<number> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_no', '=', orderNo)
    .orderBy('attempt', 'desc')
    .executeTakeFirst();
  return row?.id ?? 0;
}
