import { isPaid } from '#lib/orders/status.ts';
import type { Services } from '../../core/services.ts';
import type { Transaction } from '../../db/database.ts';
import { lockOrder, readOrder } from '../../orders/store.ts';

/**
 * Expires the other `created` and `approved` attempts of a paid order, at providers that capture only when the shop requests it. No capture
 * was requested for such an attempt, and claimCapture prevents a later request. If the provider captures anyway, its webhook settles the
 * payment. Attempts at providers that capture automatically are still polled.
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
