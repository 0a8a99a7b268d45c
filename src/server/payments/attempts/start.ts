/** Starts an attempt to pay an order: reserves stock, stores the attempt, then contacts the provider (R90). */
import * as codes from '#lib/contract/codes.ts';
import { Failure } from '../../core/failure.ts';
import {
  type CreatePaymentRequest,
  type PaymentProvider,
  ProviderError,
} from '../../core/payment-provider.ts';
import type { Services } from '../../core/services.ts';
import type { Transaction } from '../../db/database.ts';
import { type HoldRenewalOptions, renewHoldAndRun } from '../../orders/hold.ts';
import type { Order } from '../../orders/order.ts';
import { checkLimits } from '../limits.ts';
import { isProviderEnabled } from '../methods.ts';
import { findPaymentAccount, type PaymentSettings, readPaymentSettings } from '../settings.ts';
import { changePayment, claimCapture, insertPayment, readOrderPayments } from '../stores/payments.ts';
import { tryAdvancePayment } from './advance.ts';
import { isOpenAttempt, type Payment } from './payment.ts';
import { type ShopperPaymentStatus, settleAttempt } from './settle-attempt.ts';

export interface StartPaymentRequest {
  orderNo: string;
  provider: string;
  flow: 'charge' | 'redirect' | 'kit' | 'lookup';
  accountId: string;
  cardToken?: string;
  checkRef?: string;
  /** URL to which the shopper returns; the caller must have checked that it belongs to this shop. */
  returnUrl: string;
  cancelUrl: string;
}

export interface StartedPayment extends ShopperPaymentStatus {
  /** The provider's id of the payment; '' while unknown. */
  providerRef: string;
  /** Client secret for the provider's browser SDK; '' for flows without it. */
  clientSecret: string;
}

/** Returns the payment provider with this name. @throws Failure 53130 if the provider is not configured */
export function requireProvider(services: Services, name: string): PaymentProvider {
  const provider = services.payments.get(name);
  if (!provider)
    throw new Failure(codes.accountUnavailable, `The payment service "${name}" is not configured.`);
  return provider;
}

/**
 * Starts an attempt to pay an order.
 * @returns the payment's status and the shopper's next step; `pending` if the provider did not respond to a charge, which reconciliation
 * resolves
 * @throws Failure 53130 provider not configured, disabled or unreachable; 10001 wrong flow, amount outside the limits, or nothing to pay;
 * 40001 or 30003 stock or coupon no longer available; 50002 already paid, or another payment in progress
 */
export async function startPayment(
  services: Services,
  request: StartPaymentRequest,
): Promise<StartedPayment> {
  const provider = requireProvider(services, request.provider);
  if (provider.flows && !provider.flows.includes(request.flow)) {
    throw new Failure(codes.badParameter, `provider: "${provider.name}" cannot be used with this endpoint.`);
  }
  const settings = await readPaymentSettings(services.db.read);
  if (!isProviderEnabled(services, settings, provider.name)) {
    throw new Failure(codes.accountUnavailable, `This shop does not offer payments with "${provider.name}".`);
  }
  await endEarlier(services, request.orderNo);
  const attempt: HoldRenewalOptions = {
    takesMoney: request.flow === 'charge',
    check: ({ amounts, currency }) => {
      if (amounts.total === 0) {
        throw new Failure(codes.badParameter, 'There is nothing to pay for this order.');
      }
      checkLimits(settings, request.accountId, provider, amounts.total, currency);
    },
  };
  const payment = await renewHoldAndRun(services, request.orderNo, attempt, (trx, order, now) =>
    write(trx, request, order, now),
  );
  services.events.attempts.add({ provider: provider.name });
  try {
    const providerPayment = await provider.create({
      ...createRequest(request, payment),
      intent: choosePaymentIntent(provider, settings),
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

/** Returns `authorize` if the account is set to authorize payments only (R60) and the provider supports it, otherwise `capture`. */
export function choosePaymentIntent(
  { name, authorizes }: PaymentProvider,
  settings: PaymentSettings,
): CreatePaymentRequest['intent'] {
  return authorizes && findPaymentAccount(settings, name)?.isAuthorize ? 'authorize' : 'capture';
}

/**
 * Refreshes the order's earlier payment attempts, because the response to a successful one may have been lost, and throws if one of them
 * has paid the order.
 */
async function endEarlier(services: Services, orderNo: string): Promise<void> {
  for (const earlier of await readOrderPayments(services.db.read, orderNo)) {
    const provider = isOpenAttempt(earlier.state) && services.payments.get(earlier.provider);
    if (!provider) continue;
    const { status } = await tryAdvancePayment(services, provider, earlier, 'inspect');
    if (status === 'paid') throw new Failure(codes.alreadyPaid, 'This order is already paid.');
  }
}

/** Stores the attempt in the transaction that reserves the stock, so that neither exists without the other. */
async function write(
  trx: Transaction,
  request: StartPaymentRequest,
  { amounts, currency }: Order,
  now: number,
): Promise<Payment> {
  const { orderNo, provider, flow: method, accountId } = request;
  const made = { orderNo, provider, method, accountId, amount: amounts.total, currency, visitorHash: '' };
  const payment = await insertPayment(trx, made, now);
  if (!payment) throw new Failure(codes.notFound, 'There is no such order.');
  if (method !== 'charge') return payment;
  // A charge captures the payment with its first request, so the attempt must claim the capture before sending it.
  if (!(await claimCapture(trx, payment, now))) {
    throw new Failure(codes.alreadyPaid, 'A payment for this order is already in progress.');
  }
  return { ...payment, state: 'capturing' };
}

function createRequest(request: StartPaymentRequest, payment: Payment): Omit<CreatePaymentRequest, 'intent'> {
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

/**
 * Handles a missing response from the provider. A charge may have captured money, so it stays open; other flows captured none, so they
 * fail.
 */
async function unanswered(services: Services, payment: Payment, error: unknown): Promise<StartedPayment> {
  if (!(error instanceof ProviderError)) throw error;
  services.events.outcomes.add({ provider: payment.provider, outcome: 'unanswered' });
  services.log.warn({ err: error, payment: payment.id }, 'payment start failed');
  if (payment.method === 'charge') {
    return { status: 'pending', reason: '', redirectUrl: '', clientSecret: '', providerRef: '' };
  }
  const reason = 'The payment service cannot be reached. Nothing was charged; please try again.';
  await changePayment(services.db.write, payment.id, ['new'], { state: 'failed', reason }, services.now());
  throw new Failure(codes.accountUnavailable, reason);
}
