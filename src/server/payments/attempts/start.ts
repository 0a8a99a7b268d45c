/** Starts an attempt to pay an order: held, written down, then asked of the provider (R90). */
import * as codes from '#lib/contract/codes.ts';
import { Failure } from '../../core/failure.ts';
import { type CreateRequest, type PaymentProvider, ProviderError } from '../../core/payment-provider.ts';
import type { Services } from '../../core/services.ts';
import type { Transaction } from '../../db/database.ts';
import { type Attempt, renewHoldAnd } from '../../orders/hold.ts';
import type { Order } from '../../orders/order.ts';
import { checkLimits } from '../limits.ts';
import { takesMoneyBy } from '../methods.ts';
import { accountOf, type PaymentSettings, readPaymentSettings } from '../settings.ts';
import { changePayment, claimCapture, insertPayment, paymentsOfOrder } from '../stores/payments.ts';
import { tryAdvance } from './advance.ts';
import { isLive, type Payment } from './payment.ts';
import { type Outcome, settleAttempt } from './settle-attempt.ts';

export interface StartRequest {
  orderNo: string;
  provider: string;
  flow: 'charge' | 'redirect' | 'kit' | 'lookup';
  accountId: string;
  cardToken?: string;
  checkRef?: string;
  /** Checked by the caller to be the shop's own. */
  returnUrl: string;
  cancelUrl: string;
}

export interface StartedPayment extends Outcome {
  /** The provider's id of the payment, '' while it is not known. */
  providerRef: string;
  /** Secret of the provider's browser kit, '' for other flows. */
  clientSecret: string;
}

/** The provider of that name. @throws Failure 53130 when the shop has none */
export function requireProvider(services: Services, name: string): PaymentProvider {
  const provider = services.payments.get(name);
  if (!provider)
    throw new Failure(codes.accountUnavailable, `The payment service "${name}" is not configured.`);
  return provider;
}

/**
 * @returns where the shopper goes next; `pending` when the provider did not answer, for reconciliation to end
 * @throws Failure 53130 not configured or switched off, 10001 not paid this way, outside the limits or nothing to pay, 40001 or 30003 when stock or coupon
 * are gone, 50002 when it is paid or a payment is under way
 */
export async function startPayment(services: Services, request: StartRequest): Promise<StartedPayment> {
  const provider = requireProvider(services, request.provider);
  if (provider.flows && !provider.flows.includes(request.flow)) {
    throw new Failure(codes.badParameter, `provider: "${provider.name}" cannot be paid by this call.`);
  }
  const settings = await readPaymentSettings(services.db.read);
  if (!takesMoneyBy(services, settings, provider.name)) {
    throw new Failure(codes.accountUnavailable, `This shop is not paid by "${provider.name}".`);
  }
  await endEarlier(services, request.orderNo);
  const attempt: Attempt = {
    takesMoney: request.flow === 'charge',
    check: ({ amounts, currency }) => {
      if (amounts.total === 0) {
        throw new Failure(codes.badParameter, 'There is nothing to pay for this order.');
      }
      checkLimits(settings, request.accountId, provider, amounts.total, currency);
    },
  };
  const payment = await renewHoldAnd(services, request.orderNo, attempt, (trx, order, now) =>
    write(trx, request, order, now),
  );
  services.events.attempts.add({ provider: provider.name });
  try {
    const providerPayment = await provider.create({
      ...createRequest(request, payment),
      intent: intentOf(provider, settings),
    });
    const result = await settleAttempt(services, provider, payment, providerPayment);
    return {
      ...result,
      redirectUrl: providerPayment.redirectUrl ?? '',
      clientSecret: providerPayment.clientSecret ?? '',
      providerRef: providerPayment.ref,
    };
  } catch (error) {
    return unanswered(services, payment, error);
  }
}

/** Whether paying only reserves the money (R60), where the provider can do that. */
export function intentOf(
  { name, authorizes }: PaymentProvider,
  settings: PaymentSettings,
): CreateRequest['intent'] {
  return authorizes && accountOf(settings, name)?.isAuthorize ? 'authorize' : 'capture';
}

/** Money that came by an earlier attempt whose answer was lost must be known before another one starts. */
async function endEarlier(services: Services, orderNo: string): Promise<void> {
  for (const earlier of await paymentsOfOrder(services.db.read, orderNo)) {
    const provider = isLive(earlier.state) && services.payments.get(earlier.provider);
    if (!provider) continue;
    const { status } = await tryAdvance(services, provider, earlier, 'look');
    if (status === 'paid') throw new Failure(codes.alreadyPaid, 'This order is already paid.');
  }
}

/** Written with the hold: neither is there without the other. */
async function write(
  trx: Transaction,
  request: StartRequest,
  { amounts, currency }: Order,
  now: number,
): Promise<Payment> {
  const { orderNo, provider, flow: method, accountId } = request;
  const made = { orderNo, provider, method, accountId, amount: amounts.total, currency, visitorHash: '' };
  const payment = await insertPayment(trx, made, now);
  if (!payment) throw new Failure(codes.notFound, 'There is no such order.');
  if (method !== 'charge') return payment;
  // A charge takes money in its first call, so it must win the order's claim before it is made.
  if (!(await claimCapture(trx, payment, now))) {
    throw new Failure(codes.alreadyPaid, 'A payment for this order is already in progress.');
  }
  return { ...payment, state: 'capturing' };
}

function createRequest(request: StartRequest, payment: Payment): Omit<CreateRequest, 'intent'> {
  return {
    orderNo: payment.orderNo,
    amount: payment.amount,
    currency: payment.currency,
    requestId: payment.requestId,
    flow: request.flow,
    returnUrl: request.returnUrl,
    cancelUrl: request.cancelUrl,
    description: `Order ${payment.orderNo}`,
    ...(request.cardToken === undefined ? {} : { cardToken: request.cardToken }),
    ...(request.checkRef === undefined ? {} : { checkRef: request.checkRef }),
  };
}

/** A charge without an answer may have taken money: it stays open. Other flows have taken none: they fail. */
async function unanswered(services: Services, payment: Payment, error: unknown): Promise<StartedPayment> {
  if (!(error instanceof ProviderError)) throw error;
  services.events.outcomes.add({ provider: payment.provider, outcome: 'unanswered' });
  services.log.warn({ err: error, payment: payment.id }, 'payment start failed');
  if (payment.method === 'charge') {
    return { status: 'pending', reason: '', redirectUrl: '', clientSecret: '', providerRef: '' };
  }
  const reason = 'The payment service does not answer. Nothing was taken; please try again.';
  await changePayment(services.db.write, payment.id, ['new'], { state: 'failed', reason }, services.now());
  throw new Failure(codes.accountUnavailable, reason);
}
