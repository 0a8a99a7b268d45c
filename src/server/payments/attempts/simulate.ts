/** Test mode: ends a payment as the shopper would on the provider's page (API-029). */
import { orderStatus } from '#lib/orders/status.ts';
import { type PaymentProvider, ProviderError, type SimulatedOutcome } from '../../core/payment-provider.ts';
import type { Services } from '../../core/services.ts';
import type { Order } from '../../orders/order.ts';
import { readOrderPayments } from '../stores/payments.ts';
import { tryAdvancePayment } from './advance.ts';
import { isOpenAttempt, type Payment } from './payment.ts';
import type { ShopperPaymentStatus } from './settle-attempt.ts';
import { startPayment } from './start.ts';

/**
 * Ends the order's open attempts, latest first, until one does not fail. If all fail or there are none, it starts a new charge;
 * a repeated failure changes nothing.
 * @param urls where a new charge sends the shopper
 * @throws Failure as startPayment, and if stock or coupon of an approved payment is gone
 */
export async function simulatePayment(
  services: Services,
  order: Order,
  end: SimulatedOutcome,
  urls: { returnUrl: string; cancelUrl: string },
): Promise<ShopperPaymentStatus> {
  let last: ShopperPaymentStatus | null = null;
  for (const attempt of await readOrderPayments(services.db.read, order.orderNo)) {
    const provider = isOpenAttempt(attempt.state) ? services.payments.get(attempt.provider) : undefined;
    if (!provider?.simulate) continue;
    last = await endAttempt(services, provider, attempt, end);
    if (last.status !== 'failed') return last;
  }
  const hasFailed = last !== null || order.statusKey === orderStatus.failed;
  if (end === 'failure' && hasFailed) return last ?? { status: 'failed', reason: '', redirectUrl: '' };
  return startPayment(services, {
    orderNo: order.orderNo,
    provider: 'simulated',
    flow: 'charge',
    accountId: '',
    cardToken: `tok_test_${end}`,
    ...urls,
  });
}

/** Ends one attempt. The provider's status afterwards counts, so an attempt that ended in the meantime keeps its result. */
async function endAttempt(
  services: Services,
  provider: PaymentProvider,
  attempt: Payment,
  end: SimulatedOutcome,
): Promise<ShopperPaymentStatus> {
  try {
    const ref = attempt.providerRef || (await provider.find(attempt.requestId))?.ref;
    if (ref) await provider.simulate?.(ref, end);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.warn({ err: error, payment: attempt.id }, 'payment simulation failed');
  }
  return tryAdvancePayment(services, provider, attempt, 'confirm');
}
