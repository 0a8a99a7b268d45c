/** Whether money of an order may be on its way: what orders must know of its payments before they let it go or change it. */
import type { Transaction } from '../db/database.ts';

/**
 * Whether money of the order may be on its way right now: an attempt is at the provider or reserved there.
 * @param since ms UTC; attempts that have not moved since then are left to reconciliation
 */
export async function hasPaymentUnderWay(trx: Transaction, orderNo: string, since: number): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_no', '=', orderNo)
    .where('state', 'in', ['new', 'authorized', 'capturing'])
    .where('updated_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a call that takes the order's money has been made and not been answered for good. */
export async function isBeingCaptured(trx: Transaction, orderNo: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_no', '=', orderNo)
    .where('state', '=', 'capturing')
    .executeTakeFirst();
  return row !== undefined;
}
