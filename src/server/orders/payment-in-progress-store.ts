/** Whether money of an order may be on its way: read before an order is released or changed. */
import type { Transaction } from '../db/database.ts';
import { underWayStates } from '../promotions/own-holds-store.ts';

/**
 * Whether money of the order may be on its way right now: an attempt is at the provider or reserved there.
 * @param since ms UTC; attempts that have not changed since then are left to reconciliation
 */
export async function hasPaymentUnderWay(trx: Transaction, orderNo: string, since: number): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_no', '=', orderNo)
    .where('state', 'in', underWayStates)
    .where('updated_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a call that takes the order's money has been sent and has no final answer. */
export async function isBeingCaptured(trx: Transaction, orderNo: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_no', '=', orderNo)
    .where('state', '=', 'capturing')
    .executeTakeFirst();
  return row !== undefined;
}
