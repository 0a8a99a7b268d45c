/** Refreshes an order's payment status from the database and, while the status is not final, from the provider. */
import { isPayable } from '#lib/orders/status.ts';
import type { Services } from '../../core/services.ts';
import type { Order } from '../../orders/order.ts';
import { readOrder } from '../../orders/store.ts';
import { readOrderPayments } from '../stores/payments.ts';
import { claimStatusRequest, minPollIntervalMs } from '../stores/polling.ts';
import { tryAdvancePayment } from './advance.ts';
import { isOpenAttempt, isPaidOrPending, type Payment } from './payment.ts';

/**
 * Returns the order after refreshing its open payment attempts.
 * `isUnderWay`: whether an attempt has succeeded or still may, ignoring older ones that the shopper abandoned on the provider's page;
 * `waitsAt`: URL at which the shopper can continue the latest attempt; '' if there is none or this call did not contact the provider.
 * @param intent `confirm` captures a payment that the shopper approved; use it only after the order's owner has returned from paying
 * @param only name of the only provider to contact; undefined contacts the provider of every open attempt
 */
export async function refreshOrder(
  services: Services,
  order: Order,
  intent: 'confirm' | 'inspect',
  only?: string,
): Promise<{ order: Order; latest: Payment | null; isUnderWay: boolean; waitsAt: string }> {
  const now = services.now();
  let waitsAt = '';
  const openAttempts = isPayable(order.statusKey)
    ? await readOrderPayments(services.db.read, order.orderNo)
    : [];
  for (const payment of openAttempts) {
    const provider = isOpenAttempt(payment.state) && services.payments.get(payment.provider);
    if (!provider || (only !== undefined && provider.name !== only)) continue;
    if (now - payment.updatedAt < minPollIntervalMs) continue;
    if (!(await claimStatusRequest(services.db.write, payment, now))) continue;
    const outcome = await tryAdvancePayment(services, provider, { ...payment, updatedAt: now }, intent);
    // A payment of the `kit` flow (browser SDK) can only continue on the page that started it.
    if (payment === openAttempts[0] && payment.method !== 'kit') waitsAt = outcome.redirectUrl;
  }
  const attempts = await readOrderPayments(services.db.read, order.orderNo);
  return {
    order: (await readOrder(services.db, order.orderNo)) ?? order,
    latest: attempts[0] ?? null,
    isUnderWay: attempts.some(
      ({ state }, newer) => isPaidOrPending(state) && (newer === 0 || state !== 'created'),
    ),
    waitsAt,
  };
}
