/** Endpoints that place an order or choose its payment method, and check that the method accepts the order's total. */

import { createHmac } from 'node:crypto';
import { isOfferedInCountry } from '#lib/checkout/offered-in-country.ts';
import * as codes from '#lib/contract/codes.ts';
import type { CheckoutInput } from '#lib/contract/wire-checkout.ts';
import { toWire } from '#lib/money/minor.ts';
import { isPayable } from '#lib/orders/status.ts';
import { openCheckout } from '../../checkout/open-checkout.ts';
import { clientRateLimitKey } from '../../core/client-address.ts';
import { Failure } from '../../core/failure.ts';
import type { Context, Handlers } from '../../core/handler.ts';
import { hashVisitorCookie, identify } from '../../core/identity.ts';
import type { Services } from '../../core/services.ts';
import { readAccessibleOrder } from '../../orders/accessible-order.ts';
import type { Order } from '../../orders/order.ts';
import { placeOrder } from '../../orders/place-order.ts';
import { lockOrder, updateOrder } from '../../orders/store.ts';
import { serverKey } from '../../settings/server-key.ts';
import { readCallerLanguage } from '../../theme/page-language.ts';
import {
  findPaymentAccount,
  getAccountLimits,
  isWithinAccountLimits,
  type PaymentMethod,
  readPaymentSettings,
} from '../settings.ts';
import { latestPaymentId } from '../stores/captures.ts';

/**
 * Returns a keyed hash of the client's IP address, which the order stores instead of the address.
 * @param address IP address resolved with TRUSTED_PROXIES; all clients without one ('') count as one client
 */
async function clientHash({ db, now }: Services, address: string): Promise<string> {
  const key = await serverKey(db, 'client', now());
  return createHmac('sha256', key).update(clientRateLimitKey(address)).digest('base64url');
}

async function place(
  context: Context,
  token: string,
  requestFields: CheckoutInput,
  { needsMethod }: { needsMethod: boolean },
): Promise<Order> {
  const { services } = context;
  await openCheckout(services, token, identify(context.caller).customerId);
  return placeOrder(services, {
    token,
    requestFields,
    visitorHash: hashVisitorCookie(context.ensureVisitor()),
    clientHash: await clientHash(services, context.caller.ip),
    lang: await readCallerLanguage(context),
    checkMethod: async (method, total, country) => {
      if (needsMethod || method !== '') await findMethod(services, method, total, country);
    },
  });
}

export const placeOrderHandlers: Handlers = {
  'POST /:shop_id/checkouts/:token': async ({ params, body }, context) => {
    const { services } = context;
    const checkout = await openCheckout(services, params.token, identify(context.caller).customerId);
    if (checkout.shopId !== params.shop_id) throw new Failure(codes.notFound, 'There is no such checkout.');
    const order = await place(context, params.token, body, { needsMethod: true });
    const paypalOrderId = body.paypalOrderId ?? checkout.choices.paypalOrderId;
    return {
      order_no: order.orderNo,
      total_price: toWire(order.amounts.total, order.currency),
      next: await nextStep(services, order, paypalOrderId),
    };
  },

  'POST /api/v2/order': async ({ body }, context) => {
    const sent = body.payment_method === '' ? {} : { payment_method: body.payment_method };
    const order = await place(context, body.checkout_token, sent, { needsMethod: true });
    return {
      order_no: order.orderNo,
      status_key: order.statusKey,
      total_price: toWire(order.amounts.total, order.currency),
    };
  },

  'POST /api/v1/pre_order': async ({ body }, context) => {
    const order = await place(context, body.checkout_token, {}, { needsMethod: false });
    return { pre_order_no: order.orderNo, total_price: toWire(order.amounts.total, order.currency) };
  },

  'POST /api/v1/order/payment': async ({ body }, context) => {
    const order = await readAccessibleOrder(context, body.order_no);
    const { amounts, address } = order;
    const method = await findMethod(
      context.services,
      body.payment_method,
      amounts.total,
      address.country_code,
    );
    const { services, now } = context;
    const paymentId = await services.db.transaction(async (trx) => {
      const locked = await lockOrder(trx, order.orderNo, now);
      if (!locked || !isPayable(locked.statusKey)) {
        throw new Failure(codes.alreadyPaid, 'The payment method of this order can no longer be changed.');
      }
      const chosen = { paymentMethod: method.method, accountId: method.account_id };
      await updateOrder(trx, order.orderNo, chosen);
      return latestPaymentId(trx, order.orderNo);
    });
    return { order_no: order.orderNo, payment_id: paymentId };
  },
};

type NextStep = 'zero' | 'card' | 'redirect' | 'kit' | 'express' | 'done';

const steps: Record<PaymentMethod['flow'], NextStep> = {
  card: 'card',
  simulated: 'card',
  redirect: 'redirect',
  kit: 'kit',
  local: 'done',
};

/**
 * Finds an enabled payment method by name and checks that it accepts the order's total and country.
 * @param total minor units
 * @param country destination of the order; '' if nothing is shipped
 * @throws Failure 10001 for an unknown or disabled method; 53130 if the method's account is disabled or does not accept the amount, or if
 * the method is not offered in the country
 */
async function findMethod(
  services: Services,
  method: string,
  total: number,
  country: string,
): Promise<PaymentMethod> {
  const settings = await readPaymentSettings(services.db.read);
  const found = settings.methods.find((entry) => entry.method === method && entry.enabled);
  const isOn = found && (found.flow === 'local' || services.payments.has(found.provider));
  if (!isOn) throw new Failure(codes.badParameter, 'Please choose a payment method.');
  if (findPaymentAccount(settings, found.provider)?.isEnabled === false) {
    throw new Failure(
      codes.accountUnavailable,
      `${found.title} is not available now. Please choose another payment method.`,
    );
  }
  if (!isOfferedInCountry(found.countries, country)) {
    const there = /^[A-Z]{2}$/.test(country)
      ? ` for deliveries to ${new Intl.DisplayNames('en', { type: 'region' }).of(country)}`
      : ' for this order';
    throw new Failure(
      codes.accountUnavailable,
      `${found.title} is not offered${there}. Please choose another payment method.`,
    );
  }
  if (!isWithinAccountLimits(total, getAccountLimits(settings, found.account_id, found.provider))) {
    throw new Failure(
      codes.accountUnavailable,
      `${found.title} does not accept this amount. Please choose another payment method.`,
    );
  }
  return found;
}

async function nextStep(services: Services, order: Order, paypalOrderId: string): Promise<NextStep> {
  if (!isPayable(order.statusKey)) return 'done';
  if (order.amounts.total === 0) return 'zero';
  const { paymentMethod, amounts, address } = order;
  const { flow, provider } = await findMethod(services, paymentMethod, amounts.total, address.country_code);
  // An express payment was approved before the order existed, so it only has to be amended to match the order.
  const isExpress = services.payments.get(provider)?.amend !== undefined;
  return isExpress && paypalOrderId !== '' ? 'express' : steps[flow];
}
