/** Detects payments in progress, so that their orders are not released or changed. */
import type { Transaction } from '../db/database.ts';
import { pendingPaymentStates } from '../promotions/shopper-holds-store.ts';

/**
 * Returns whether a payment of the order may be in progress: an attempt is pending at the provider or authorized.
 * @param since ms UTC; attempts that have not changed since then are ignored and left to reconciliation
 */
export async function hasPaymentUnderWay(trx: Transaction, orderNo: string, since: number): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_no', '=', orderNo)
    .where('state', 'in', pendingPaymentStates)
    .where('updated_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether a capture of the order's payment was sent and its result is still unknown. */
export async function isBeingCaptured(trx: Transaction, orderNo: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_no', '=', orderNo)
    .where('state', '=', 'capturing')
    .executeTakeFirst();
  return row !== undefined;
}
