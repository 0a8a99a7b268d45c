/** Applies a provider's payment status to the attempt and its order. Responses, webhooks and reconciliation all use this module. */
import { isPaid, orderStatus } from '#lib/orders/status.ts';
import type { PaymentProvider, ProviderPayment } from '../../core/payment-provider.ts';
import type { Services } from '../../core/services.ts';
import { releaseBeyondCaps } from '../../orders/hold.ts';
import { insertRefund, readRefunds } from '../../orders/refunds-store.ts';
import { lockOrder, readOrder, updateOrder } from '../../orders/store.ts';
import { changePayment, readOrderPayments, storeProviderRef } from '../stores/payments.ts';
import { expireOtherAttempts } from './expire-other-attempts.ts';
import { openAttemptStates, type Payment } from './payment.ts';
import { type Settlement, settleCapturedPayment, settleFailedPayment } from './settle.ts';

/** Payment status as reported to the shopper. `second_step`: the shopper must continue at `redirectUrl`. */
export interface ShopperPaymentStatus {
  status: 'paid' | 'authorized' | 'pending' | 'second_step' | 'failed';
  reason: string;
  redirectUrl: string;
}

const outcome = (
  status: ShopperPaymentStatus['status'],
  reason = '',
  redirectUrl = '',
): ShopperPaymentStatus => ({
  status,
  reason,
  redirectUrl,
});

/**
 * Applies a provider's payment status to the attempt and its order. Safe to repeat and to call in any sequence: a capture is settled even
 * if the attempt had failed before, and a late decline does not change a paid order.
 */
export async function settleAttempt(
  services: Services,
  provider: PaymentProvider,
  read: Payment,
  providerStatus: ProviderPayment,
): Promise<ShopperPaymentStatus> {
  const now = services.now();
  const { write } = services.db;
  const payment = await storeProviderRef(write, read, providerStatus.ref, now);
  switch (providerStatus.state) {
    case 'captured':
      return settled(services, provider, payment, providerStatus);
    case 'authorized':
      await changePayment(
        write,
        payment.id,
        ['new', 'created', 'approved', 'capturing'],
        { state: 'authorized' },
        now,
      );
      return outcome('authorized');
    case 'approved':
      await changePayment(write, payment.id, ['new', 'created'], { state: 'approved' }, now);
      return outcome('pending');
    case 'created': {
      const isWaiting = providerStatus.redirectUrl !== undefined && payment.method === 'charge';
      const from = ['new', 'capturing'] as const;
      const changed = await changePayment(write, payment.id, from, { state: 'created' }, now);
      if (changed && isWaiting) await releaseBeyondCaps(services, payment.orderNo);
      return outcome(isWaiting ? 'second_step' : 'pending', '', providerStatus.redirectUrl ?? '');
    }
    case 'pending':
      // If the process died before it stored the provider's response, the attempt is still `new`. Change it to `created`, because a `new`
      // attempt never counts as abandoned.
      if (payment.method !== 'charge')
        await changePayment(write, payment.id, ['new'], { state: 'created' }, now);
      return outcome('pending');
    case 'refunded':
      await changePayment(
        write,
        payment.id,
        [...openAttemptStates, 'captured', 'refunding'],
        { state: 'refunded' },
        now,
      );
      if (payment.state === 'captured' && payment.orderNo !== '')
        await recordRefundElsewhere(services, payment);
      return outcome('failed', 'The payment was refunded.');
    case 'declined':
    case 'failed':
    case 'expired':
      return refused(services, payment, providerStatus);
  }
}

async function settled(
  services: Services,
  provider: PaymentProvider,
  payment: Payment,
  providerStatus: ProviderPayment,
): Promise<ShopperPaymentStatus> {
  const settlement: Settlement = await settleCapturedPayment(services, {
    orderNo: payment.orderNo,
    provider: provider.name,
    providerRef: providerStatus.ref,
    requestId: payment.requestId,
    captureRef: providerStatus.captureRef ?? providerStatus.ref,
    amount: providerStatus.amount,
    currency: providerStatus.currency,
    payee: providerStatus.payee,
    // Without a configured merchant id, the payee is the account that the API keys belong to, so there is nothing to compare.
    expectedPayee: provider.payee || providerStatus.payee,
  });
  await expireOtherAttempts(services, payment.orderNo);
  return settlement === 'on-hold'
    ? outcome(
        'failed',
        'The payment arrived, but the order cannot be fulfilled. The payment will be refunded.',
      )
    : outcome('paid');
}

async function refused(
  services: Services,
  payment: Payment,
  providerStatus: ProviderPayment,
): Promise<ShopperPaymentStatus> {
  const reason = providerStatus.reason ?? 'The payment was not completed.';
  const state =
    providerStatus.state === 'declined'
      ? 'declined'
      : providerStatus.state === 'expired'
        ? 'expired'
        : 'failed';
  const changed = await changePayment(
    services.db.write,
    payment.id,
    openAttemptStates,
    { state, reason },
    services.now(),
  );
  if (changed) services.events.outcomes.add({ provider: payment.provider, outcome: state });
  const order = payment.orderNo === '' ? null : await readOrder(services.db, payment.orderNo);
  if (order && isPaid(order.statusKey)) return outcome('paid');
  // An expired attempt does not fail its order: the order's hold on stock expires automatically.
  if (changed && order && state !== 'expired')
    await settleFailedPayment(services, { orderNo: order.orderNo, reason });
  return outcome('failed', reason);
}

/**
 * Records a refund that the merchant made on the provider's website: the order becomes refunded and is not shipped. Its units are not
 * restocked, because the shop cannot know whether they were returned.
 * @param payment captured payment that the provider now reports as fully refunded
 */
async function recordRefundElsewhere(services: Services, payment: Payment): Promise<void> {
  const { id, orderNo, amount, currency } = payment;
  const now = services.now();
  await services.db.transaction(async (trx) => {
    const order = await lockOrder(trx, orderNo, now);
    if (!order || !isPaid(order.statusKey)) return;
    // Another captured payment still covers the order; the refunded one was a duplicate.
    if ((await readOrderPayments(trx, orderNo)).some(({ state }) => state === 'captured')) return;
    const unrefused = (await readRefunds(trx, orderNo)).filter(
      ({ paymentId, state }) => paymentId === id && state !== 'refused',
    );
    const remaining = unrefused.reduce((rest, refund) => rest - refund.amount, amount);
    // The refunds recorded in the shop already cover the whole amount, and their jobs update the order.
    if (remaining <= 0) return;
    await insertRefund(trx, {
      ...{ requestId: `elsewhere-${id}`, orderNo, paymentId: id, amount: remaining, currency },
      ...{ lines: [], restock: false, reason: 'Refunded at the provider' },
      ...{ state: 'sent', returnId: null, createdAt: now, updatedAt: now },
    });
    await updateOrder(trx, orderNo, { status: orderStatus.refunded, holdReason: '' });
  });
}
