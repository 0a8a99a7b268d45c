/** Test mode: completes or declines a payment as the shopper would on the provider's page (API-029). */
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
 * Applies the simulated result to the order's open payment attempts, newest first, and stops at the first that does not fail. If none is
 * open or all fail, starts a new charge with that result. A simulated failure starts no charge if one of these attempts or the order has
 * already failed.
 * @param urls URLs to which a new charge sends the shopper back
 * @throws Failure as `startPayment` does, and if stock or coupon of an approved payment is no longer available
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

/**
 * Simulates the result of one attempt at the provider, then fetches the attempt's status: an attempt that ended in the meantime keeps the
 * result it has.
 */
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
