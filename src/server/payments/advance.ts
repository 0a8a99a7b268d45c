/** Moves an attempt on: asks the provider where it stands, takes approved money, ends what has ended. */
import { codes } from '#lib/contract/codes.ts';
import { Failure } from '../http/failure.ts';
import { renewHold } from '../orders/hold.ts';
import type { Order } from '../orders/order.ts';
import type { Services } from '../services.ts';
import { type AttemptState, deadStates, type Payment } from './payment.ts';
import { type PaymentProvider, ProviderError, type ProviderPayment } from './provider.ts';
import { type Outcome, settleAttempt } from './settle-attempt.ts';
import { changePayment, claimCapture, readPayment } from './store.ts';

/** An attempt the provider has never heard of is given up after this time; its request may still be on its way. */
const lostAfterMs = 60_000;

/**
 * `look` takes nothing. `agree`: the shopper agreed to pay, so approved money is taken, or reserved where the payment
 * was made to be reserved only. `take`: the merchant takes reserved money too.
 */
export type Intent = 'look' | 'agree' | 'take';

const pending: Outcome = { status: 'pending', reason: '', redirectUrl: '' };
const paid: Outcome = { status: 'paid', reason: '', redirectUrl: '' };

/**
 * Asks about an attempt and does what follows. Safe at any time, from anywhere, any number of times.
 * @param intent see Intent
 * @throws ProviderError when the provider cannot be asked; Failure when stock is gone (nothing is taken then)
 */
export async function advance(
  services: Services,
  provider: PaymentProvider,
  payment: Payment,
  intent: Intent,
): Promise<Outcome> {
  const said =
    payment.providerRef === ''
      ? await provider.find(payment.requestId)
      : await provider.status(payment.providerRef);
  if (!said) return neverArrived(services, payment);
  if (intent === 'look' || payment.orderNo === '') return settleAttempt(services, provider, payment, said);
  const known = { ...payment, providerRef: payment.providerRef || said.ref };
  if (said.state === 'approved' && said.isAuthorization) return reserve(services, provider, known, said);
  if (said.state === 'approved' || (said.state === 'authorized' && intent === 'take')) {
    return take(services, provider, known, said);
  }
  return settleAttempt(services, provider, payment, said);
}

async function neverArrived(services: Services, payment: Payment): Promise<Outcome> {
  const now = services.now();
  if (now - payment.createdAt < lostAfterMs) return pending;
  const change = { state: 'failed', reason: 'The provider was never reached.' } as const;
  await changePayment(services.db.write, payment.id, ['new', 'capturing'], change, now);
  return {
    status: 'failed',
    reason: 'The payment did not reach the provider. Nothing was taken.',
    redirectUrl: '',
  };
}

async function reserve(
  services: Services,
  provider: PaymentProvider,
  payment: Payment,
  said: ProviderPayment,
): Promise<Outcome> {
  if (!(await holdAgain(services, payment.orderNo))) return paid;
  await agreeOn(provider, payment, said);
  if (!provider.authorize) throw new ProviderError(`${provider.name} cannot reserve money.`);
  const answer = await provider.authorize(payment.providerRef, `${payment.requestId}-authorize`);
  return settleAttempt(services, provider, payment, answer);
}

/** Takes approved money, once, after stock and coupon are held and the amount is the order's. */
async function take(
  services: Services,
  provider: PaymentProvider,
  payment: Payment,
  said: ProviderPayment,
): Promise<Outcome> {
  const order = await holdAgain(services, payment.orderNo);
  if (!order) return paid;
  if (order.amounts.total !== payment.amount || order.currency !== payment.currency) {
    const reason = 'The order’s amount is not the one that was approved. Nothing was taken.';
    return settleAttempt(services, provider, payment, { ...said, state: 'failed', reason });
  }
  await agreeOn(provider, payment, said);
  if (!(await claim(services, payment))) return unclaimed(services, payment);
  const answer = await provider.capture(payment.providerRef, `${payment.requestId}-capture`);
  const current = (await readPayment(services.db.read, payment.id)) ?? payment;
  return settleAttempt(services, provider, current, answer);
}

/** Holds stock and coupon for the capture. @returns null when the order was paid in the meantime: nothing is to be taken */
async function holdAgain(services: Services, orderNo: string): Promise<Order | null> {
  try {
    return await renewHold(services, orderNo);
  } catch (error) {
    if (error instanceof Failure && error.code === codes.alreadyPaid) return null;
    throw error;
  }
}

/** An attempt already `capturing` is one whose answer was lost: whoever took its turn asks again with the same key. */
async function claim(services: Services, payment: Payment): Promise<boolean> {
  if (payment.state === 'capturing') return true;
  const now = services.now();
  return services.db.transaction((trx) => claimCapture(trx, payment, now));
}

/** Another attempt or another call takes the money, unless this one was given up before: then nobody ever will. */
async function unclaimed(services: Services, payment: Payment): Promise<Outcome> {
  const current = await readPayment(services.db.read, payment.id);
  const isOver = current && (deadStates as readonly AttemptState[]).includes(current.state);
  return isOver ? { ...pending, status: 'failed', reason: current.reason } : pending;
}

/** Brings an express payment to its order's amount; any other difference is refused before money moves. */
async function agreeOn(provider: PaymentProvider, payment: Payment, said: ProviderPayment): Promise<void> {
  const { amount, currency, orderNo, requestId } = payment;
  if (provider.payee !== '' && said.payee !== provider.payee) {
    throw new Failure(codes.accountUnavailable, 'This payment is for another account. Nothing was taken.');
  }
  if (said.amount === amount && said.currency === currency) return;
  if (payment.method !== 'express' || said.currency !== currency || !provider.amend) {
    throw new Failure(codes.checkoutChanged, 'The approved amount is not the order’s. Nothing was taken.');
  }
  await provider.amend(payment.providerRef, { amount, currency, orderNo, requestId });
}

/** As advance, but an unreachable provider means `pending`: reconciliation will end it. */
export async function advanceCalmly(
  services: Services,
  provider: PaymentProvider,
  payment: Payment,
  intent: Intent,
): Promise<Outcome> {
  try {
    return await advance(services, provider, payment, intent);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.warn(
      { err: error, payment: payment.id, provider: provider.name },
      'payment provider not reached',
    );
    return pending;
  }
}
