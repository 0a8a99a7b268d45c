/** Test mode: ends a payment as the shopper would on the provider's page (API-029). */
import { orderStatus } from '#lib/orders/status.ts';
import { type PaymentProvider, ProviderError, type SimulatedEnd } from '../../core/payment-provider.ts';
import type { Services } from '../../core/services.ts';
import type { Order } from '../../orders/order.ts';
import { paymentsOfOrder } from '../stores/payments.ts';
import { tryAdvance } from './advance.ts';
import { isLive, type Payment } from './payment.ts';
import type { Outcome } from './settle-attempt.ts';
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
  end: SimulatedEnd,
  urls: { returnUrl: string; cancelUrl: string },
): Promise<Outcome> {
  let last: Outcome | null = null;
  for (const attempt of await paymentsOfOrder(services.db.read, order.orderNo)) {
    const provider = isLive(attempt.state) ? services.payments.get(attempt.provider) : undefined;
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
  end: SimulatedEnd,
): Promise<Outcome> {
  try {
    const ref = attempt.providerRef || (await provider.find(attempt.requestId))?.ref;
    if (ref) await provider.simulate?.(ref, end);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.warn({ err: error, payment: attempt.id }, 'payment simulation failed');
  }
  return tryAdvance(services, provider, attempt, 'confirm');
}
