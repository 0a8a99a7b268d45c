/** Advances a payment attempt: fetches its status from the provider, captures an approved payment, and closes an attempt that has ended. */
import * as codes from '#lib/contract/codes.ts';
import { Failure } from '../../core/failure.ts';
import { type PaymentProvider, ProviderError, type ProviderPayment } from '../../core/payment-provider.ts';
import type { Services } from '../../core/services.ts';
import { releaseBeyondCaps, renewHold, renewHoldAndRun } from '../../orders/hold.ts';
import { changePayment, claimCapture, readPayment, storeProviderRef } from '../stores/payments.ts';
import { type AttemptState, failedAttemptStates, type Payment } from './payment.ts';
import { type ShopperPaymentStatus, settleAttempt } from './settle-attempt.ts';

/** Minimum age, ms, at which an attempt fails if the provider has no record of it; before that, the request may still be in transit. */
const arrivalTimeoutMs = 60_000;

/**
 * `inspect` captures nothing. `confirm`: the shopper agreed to pay, so an approved payment is captured, or only authorized if it was
 * created for authorization. `capture`: authorized payments are captured too.
 */
export type AdvanceIntent = 'inspect' | 'confirm' | 'capture';

const pending: ShopperPaymentStatus = { status: 'pending', reason: '', redirectUrl: '' };
const paid: ShopperPaymentStatus = { status: 'paid', reason: '', redirectUrl: '' };

/**
 * Fetches the status of a payment attempt from the provider and acts on it. Safe to call repeatedly and concurrently.
 * @param hint the provider's payment id from a webhook, for an attempt that has none stored yet
 * @throws ProviderError if the provider cannot be reached; Failure if stock or coupon is no longer available (then nothing is captured)
 */
export async function advancePayment(
  services: Services,
  provider: PaymentProvider,
  payment: Payment,
  intent: AdvanceIntent,
  hint = '',
): Promise<ShopperPaymentStatus> {
  const ref = payment.providerRef || hint;
  const providerStatus = ref === '' ? await provider.find(payment.requestId) : await provider.status(ref);
  if (!providerStatus) return neverArrived(services, payment);
  // Use the payment id from a webhook only if the provider confirms that it belongs to this attempt.
  if (payment.providerRef === '' && hint !== '' && providerStatus.requestId !== payment.requestId)
    return pending;
  const attempt = await storeProviderRef(services.db.write, payment, providerStatus.ref, services.now());
  if (intent === 'inspect' || attempt.orderNo === '')
    return settleAttempt(services, provider, attempt, providerStatus);
  if (providerStatus.state === 'approved' && providerStatus.isAuthorization)
    return reserve(services, provider, attempt, providerStatus);
  if (
    providerStatus.state === 'approved' ||
    (providerStatus.state === 'authorized' && intent === 'capture')
  ) {
    return capture(services, provider, attempt, providerStatus);
  }
  return settleAttempt(services, provider, attempt, providerStatus);
}

async function neverArrived(services: Services, payment: Payment): Promise<ShopperPaymentStatus> {
  const now = services.now();
  if (now - payment.createdAt < arrivalTimeoutMs) return pending;
  const change = { state: 'failed', reason: 'The provider could not be reached.' } as const;
  const changed = await changePayment(services.db.write, payment.id, ['new', 'capturing'], change, now);
  if (changed) await releaseBeyondCaps(services, payment.orderNo);
  return {
    status: 'failed',
    reason: 'The payment did not reach the provider. Nothing was charged.',
    redirectUrl: '',
  };
}

async function reserve(
  services: Services,
  provider: PaymentProvider,
  payment: Payment,
  providerStatus: ProviderPayment,
): Promise<ShopperPaymentStatus> {
  if (!(await unlessPaid(renewHold(services, payment.orderNo)))) return paid;
  await agreeOn(provider, payment, providerStatus);
  if (!provider.authorize) throw new ProviderError(`${provider.name} does not support authorised payments.`);
  const answer = await provider.authorize(payment.providerRef, `${payment.requestId}-authorize`);
  return settleAttempt(services, provider, payment, answer);
}

/** Captures an approved payment once, after reserving stock and coupon and checking that the amount matches the order. */
async function capture(
  services: Services,
  provider: PaymentProvider,
  payment: Payment,
  providerStatus: ProviderPayment,
): Promise<ShopperPaymentStatus> {
  const order = await unlessPaid(renewHold(services, payment.orderNo));
  if (!order) return paid;
  if (order.amounts.total !== payment.amount || order.currency !== payment.currency) {
    const reason = 'The total of the order differs from the approved amount. Nothing was charged.';
    return settleAttempt(services, provider, payment, { ...providerStatus, state: 'failed', reason });
  }
  await agreeOn(provider, payment, providerStatus);
  const isClaimed = await unlessPaid(holdAndClaim(services, payment));
  if (isClaimed === null) return paid;
  if (!isClaimed) return unclaimed(services, payment);
  const answer = await provider.capture(payment.providerRef, `${payment.requestId}-capture`);
  const current = (await readPayment(services.db.read, payment.id)) ?? payment;
  return settleAttempt(services, provider, current, answer);
}

/** Awaits the renewal of an order's hold on stock. @returns null if the order was paid in the meantime, so that nothing is captured */
async function unlessPaid<T>(hold: Promise<T>): Promise<T | null> {
  try {
    return await hold;
  } catch (error) {
    if (error instanceof Failure && error.code === codes.alreadyPaid) return null;
    throw error;
  }
}

/**
 * Renews the order's hold on stock and claims the capture for this attempt in one transaction, so that another attempt that fails meanwhile
 * cannot release the stock. If this attempt is already `capturing`, an earlier capture got no response: the capture is repeated with the
 * same idempotency key.
 */
function holdAndClaim(services: Services, payment: Payment): Promise<boolean> {
  return renewHoldAndRun(services, payment.orderNo, { takesMoney: true }, async (trx, _order, now) => {
    return payment.state === 'capturing' || claimCapture(trx, payment, now);
  });
}

/** Handles a capture that could not be claimed: another attempt or process is capturing, or this attempt has already failed. */
async function unclaimed(services: Services, payment: Payment): Promise<ShopperPaymentStatus> {
  await releaseBeyondCaps(services, payment.orderNo);
  const current = await readPayment(services.db.read, payment.id);
  const isOver = current && (failedAttemptStates as readonly AttemptState[]).includes(current.state);
  return isOver ? { ...pending, status: 'failed', reason: current.reason } : pending;
}

/**
 * Checks that the provider's payee, amount and currency match the payment attempt, and throws before any money is captured if they do not.
 * Only the amount of an express payment may differ: it is changed to the order's total.
 */
async function agreeOn(
  provider: PaymentProvider,
  payment: Payment,
  providerStatus: ProviderPayment,
): Promise<void> {
  const { amount, currency, orderNo, requestId } = payment;
  if (provider.payee !== '' && providerStatus.payee !== provider.payee) {
    throw new Failure(codes.accountUnavailable, 'This payment is for another account. Nothing was charged.');
  }
  if (providerStatus.amount === amount && providerStatus.currency === currency) return;
  if (payment.method !== 'express' || providerStatus.currency !== currency || !provider.amend) {
    throw new Failure(
      codes.checkoutChanged,
      'The approved amount differs from the total of the order. Nothing was charged.',
    );
  }
  await provider.amend(payment.providerRef, { amount, currency, orderNo, requestId });
}

/** Works like `advancePayment`, but returns `pending` if the provider is unreachable; reconciliation resolves the attempt later. */
export async function tryAdvancePayment(
  services: Services,
  provider: PaymentProvider,
  payment: Payment,
  intent: AdvanceIntent,
): Promise<ShopperPaymentStatus> {
  try {
    return await advancePayment(services, provider, payment, intent);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.warn(
      { err: error, payment: payment.id, provider: provider.name },
      'payment provider unreachable',
    );
    return pending;
  }
}
