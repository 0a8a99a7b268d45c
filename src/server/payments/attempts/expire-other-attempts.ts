/** Ends what else was opened for an order that is paid now. */
import { isPaid } from '#lib/orders/status.ts';
import type { Services } from '../../core/services.ts';
import type { Transaction } from '../../db/database.ts';
import { lockOrder, readOrder } from '../../orders/store.ts';

/**
 * Lets the other attempts of a paid order expire at providers that take money only when the shop asks for it: nobody has
 * asked while an attempt is in these states, and claimCapture lets nobody ask afterwards. Money that such a provider takes
 * all the same is settled by its webhook. Attempts at a provider that takes money by itself go on being asked about.
 */
export async function expireOtherAttempts(services: Services, orderNo: string): Promise<void> {
  const { db, payments } = services;
  const providers = [...payments.values()].filter(({ takesOnRequest }) => takesOnRequest);
  const names = providers.map(({ name }) => name);
  if (orderNo === '' || names.length === 0) return;
  const open = await db.read
    .selectFrom('payments')
    .select('id')
    .where('order_no', '=', orderNo)
    .where('provider', 'in', names)
    .where('state', 'in', ['created', 'approved'])
    .executeTakeFirst();
  if (!open) return;
  const order = await readOrder(db, orderNo);
  if (!order || !isPaid(order.statusKey)) return;
  const now = services.now();
  await db.transaction(async (trx) => {
    if (await lockOrder(trx, orderNo, now)) await expire(trx, orderNo, names, now);
  });
}

async function expire(
  trx: Transaction,
  orderNo: string,
  providers: readonly string[],
  now: number,
): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ state: 'expired', reason: 'The order was paid by another attempt.', asks: 0, updated_at: now })
    .where('order_no', '=', orderNo)
    .where('provider', 'in', [...providers])
    .where('state', 'in', ['created', 'approved'])
    .execute();
}
