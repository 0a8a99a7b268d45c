/** How an order's payment stands: from our books, and from the provider while they say nothing final. */
import { isPayable } from '#lib/orders/status.ts';
import type { Order } from '../orders/order.ts';
import { readOrder } from '../orders/store.ts';
import type { Services } from '../services.ts';
import { advanceCalmly } from './advance.ts';
import { isLive, type Payment } from './payment.ts';
import { paymentsOfOrder } from './store.ts';
import { freshForMs, takeTurn } from './turns-store.ts';

/**
 * The order after looking at its open attempts.
 * @param intent `agree` captures what the shopper approved: only where the owner has come back from paying
 */
export async function refreshOrder(
  services: Services,
  order: Order,
  intent: 'agree' | 'look',
): Promise<{ order: Order; latest: Payment | null }> {
  const now = services.now();
  for (const payment of isPayable(order.statusKey)
    ? await paymentsOfOrder(services.db.read, order.orderNo)
    : []) {
    const provider = isLive(payment.state) && services.payments.get(payment.provider);
    if (!provider || now - payment.updatedAt < freshForMs) continue;
    if (!(await takeTurn(services.db.write, payment, now))) continue;
    await advanceCalmly(services, provider, { ...payment, updatedAt: now }, intent);
  }
  const [latest = null] = await paymentsOfOrder(services.db.read, order.orderNo);
  return { order: (await readOrder(services.db, order.orderNo)) ?? order, latest };
}
