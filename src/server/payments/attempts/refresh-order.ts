/** How an order's payment stands: from our books, and from the provider while they say nothing final. */
import { isPayable } from '#lib/orders/status.ts';
import type { Services } from '../../core/services.ts';
import type { Order } from '../../orders/order.ts';
import { readOrder } from '../../orders/store.ts';
import { paymentsOfOrder } from '../stores/payments.ts';
import { freshForMs, takeTurn } from '../stores/polling.ts';
import { tryAdvance } from './advance.ts';
import { isLive, mayBringMoney, type Payment } from './payment.ts';

/**
 * The order after looking at its open attempts.
 * `isUnderWay`: an attempt may still bring money, other than one that the shopper left at the provider to start anew;
 * `waitsAt`: the provider's page where the latest waits for the shopper, '' for none or where no provider was asked just now.
 * @param intent `agree` captures what the shopper approved: only where the owner has come back from paying
 * @param only asks this provider alone; left out, each of the order's
 */
export async function refreshOrder(
  services: Services,
  order: Order,
  intent: 'agree' | 'look',
  only?: string,
): Promise<{ order: Order; latest: Payment | null; isUnderWay: boolean; waitsAt: string }> {
  const now = services.now();
  let waitsAt = '';
  const openAttempts = isPayable(order.statusKey)
    ? await paymentsOfOrder(services.db.read, order.orderNo)
    : [];
  for (const payment of openAttempts) {
    const provider = isLive(payment.state) && services.payments.get(payment.provider);
    if (!provider || (only !== undefined && provider.name !== only)) continue;
    if (now - payment.updatedAt < freshForMs) continue;
    if (!(await takeTurn(services.db.write, payment, now))) continue;
    const outcome = await tryAdvance(services, provider, { ...payment, updatedAt: now }, intent);
    // A kit's payment waits in the page it was started from, and nowhere else.
    if (payment === openAttempts[0] && payment.method !== 'kit') waitsAt = outcome.redirectUrl;
  }
  const attempts = await paymentsOfOrder(services.db.read, order.orderNo);
  return {
    order: (await readOrder(services.db, order.orderNo)) ?? order,
    latest: attempts[0] ?? null,
    isUnderWay: attempts.some(
      ({ state }, newer) => mayBringMoney(state) && (newer === 0 || state !== 'created'),
    ),
    waitsAt,
  };
}
