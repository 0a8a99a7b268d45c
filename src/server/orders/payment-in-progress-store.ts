/** Detects payments in progress, before an order is released or changed. */
import type { Transaction } from '../db/database.ts';
import { pendingPaymentStates } from '../promotions/shopper-holds-store.ts';

/**
 * Returns whether a payment of the order may be in progress: an attempt is at the provider or authorized there.
 * @param since ms UTC; attempts unchanged since then are left to reconciliation
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

/** Returns whether a capture of the order's payment was sent and has no final answer. */
export async function isBeingCaptured(trx: Transaction, orderNo: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_no', '=', orderNo)
    .where('state', '=', 'capturing')
    .executeTakeFirst();
  return row !== undefined;
}
