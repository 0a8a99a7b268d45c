/** Releases stock and coupons that unpaid orders hold past their time (PAY-13). */
import { isPayable } from '#lib/orders/status.ts';
import type { Services } from '../core/services.ts';
import type { RecurringJob } from '../queue/job.ts';
import { releaseHold } from './hold.ts';
import { lockOrder, readLapsedOrders } from './store.ts';

const every = 15_000;
const batch = 100;

/**
 * Releases the holds that have ended. Each order is released in a transaction of its own, and only while its time is
 * still over: a payment attempt may have renewed it since it was read.
 * @returns how many were released
 */
export async function releaseLapsed(services: Services): Promise<number> {
  const now = services.now();
  let released = 0;
  for (const orderNo of await readLapsedOrders(services.db, now, batch)) {
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

/** Also releases reservations of crashed processes, within a minute of their end. */
export const reservationExpiry: RecurringJob = {
  kind: 'reservation-expiry',
  every,
  run: async ({ services, signal }) => {
    while (!signal.aborted && (await releaseLapsed(services)) === batch);
  },
};
