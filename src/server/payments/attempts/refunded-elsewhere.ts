/** Money of a paid order that the merchant sent back in the provider's own pages. */
import { isPaid, orderStatus } from '#lib/orders/status.ts';
import type { Services } from '../../core/services.ts';
import { insertRefund, readRefunds } from '../../orders/refunds-store.ts';
import { lockOrder, updateOrder } from '../../orders/store.ts';
import { paymentsOfOrder } from '../stores/payments.ts';
import type { Payment } from './payment.ts';

/**
 * Records what went back beside the merchant's own refunds: the order is refunded, and nothing is shipped for it any more. Its
 * pieces stay out of the stock, since nobody said whether they came back.
 * @param payment captured before, and refunded as a whole now
 */
export async function recordRefundElsewhere(services: Services, payment: Payment): Promise<void> {
  const { id, orderNo, amount, currency } = payment;
  const now = services.now();
  await services.db.transaction(async (trx) => {
    const order = await lockOrder(trx, orderNo, now);
    if (!order || !isPaid(order.statusKey)) return;
    // Its own money is still there: this was a second capture.
    if ((await paymentsOfOrder(trx, orderNo)).some(({ state }) => state === 'captured')) return;
    const known = (await readRefunds(trx, orderNo)).filter(
      ({ paymentId, state }) => paymentId === id && state !== 'refused',
    );
    const left = known.reduce((rest, refund) => rest - refund.amount, amount);
    // All of it is in our books: the refund that brought it ends the order itself.
    if (left <= 0) return;
    await insertRefund(trx, {
      ...{ requestId: `elsewhere-${id}`, orderNo, paymentId: id, amount: left, currency },
      ...{ lines: [], restock: false, reason: 'Sent back at the provider' },
      ...{ state: 'sent', returnId: null, createdAt: now, updatedAt: now },
    });
    await updateOrder(trx, orderNo, { status: orderStatus.refunded, holdReason: '' });
  });
}
