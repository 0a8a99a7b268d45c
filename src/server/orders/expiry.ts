/** Releases stock and coupons of unpaid orders whose hold has expired (PAY-13). */
import { isPayable } from '#lib/orders/status.ts';
import type { Services } from '../core/services.ts';
import type { RecurringJob } from '../queue/job.ts';
import { releaseHold } from './hold.ts';
import { findOrderNosWithExpiredHold, lockOrder } from './store.ts';

const every = 15_000;
const batch = 100;

/**
 * Releases expired holds, at most 100 per call. Each order has its own transaction, which checks the expiry again, because a
 * payment attempt may have renewed the hold since the query.
 * @returns the number of released holds
 */
export async function releaseExpiredHolds(services: Services): Promise<number> {
  const now = services.now();
  let released = 0;
  for (const orderNo of await findOrderNosWithExpiredHold(services.db, now, batch)) {
    const isReleased = await services.db.transaction(async (trx) => {
      const order = await lockOrder(trx, orderNo, now);
      if (!order || !isPayable(order.statusKey)) return false;
      if (order.heldUntil === null || order.heldUntil > now) return false;
      await releaseHold(trx, order, now);
      return true;
    });
    if (isReleased) released += 1;
  }
  return released;
}

/** Recurring job that releases expired holds, including those of crashed processes, within a minute of their expiry. */
export const reservationExpiry: RecurringJob = {
  kind: 'reservation-expiry',
  every,
  run: async ({ services, signal }) => {
    while (!signal.aborted && (await releaseExpiredHolds(services)) === batch);
  },
};
