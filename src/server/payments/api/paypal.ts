/** Endpoints for PayPal payments: API-022, 037 to 039, 051, 061, 062, 068, 102. */
import { isOfferedInCountry } from '#lib/checkout/offered-in-country.ts';
import * as codes from '#lib/contract/codes.ts';
import { toPlainSingleLine } from '#lib/control-characters.ts';
import { type Address, emptyAddress } from '#lib/orders/address.ts';
import { parseRequestedBag } from '../../bag/requested-bag.ts';
import { openCheckout } from '../../checkout/open-checkout.ts';
import { priceCheckout } from '../../checkout/price-checkout.ts';
import { readCheckout } from '../../checkout/store.ts';
import { Failure } from '../../core/failure.ts';
import type { Context, Handlers } from '../../core/handler.ts';
import { hashVisitorCookie, identify } from '../../core/identity.ts';
import { ProviderError, type ProviderPayment } from '../../core/payment-provider.ts';
import type { Services } from '../../core/services.ts';
import { isOwner, orderAccessError } from '../../orders/access.ts';
import { readAccessibleOrder } from '../../orders/accessible-order.ts';
import { selectOrder, selectOrderOfCheckout } from '../../orders/store.ts';
import { tryAdvancePayment } from '../attempts/advance.ts';
import { captureExpressPayment, createExpressPayment } from '../attempts/express.ts';
import type { ShopperPaymentStatus } from '../attempts/settle-attempt.ts';
import { requireProvider } from '../attempts/start.ts';
import { wireLimits } from '../limits.ts';
import { type PayPalEnvironment, payPalEnvironment } from '../providers/paypal/environment.ts';
import { getSandboxUrls } from '../providers.ts';
import {
  isWithinAccountLimits,
  matchesAccount,
  type PaymentSettings,
  readPaymentSettings,
} from '../settings.ts';
import { insertPaymentNote } from '../stores/notes.ts';
import { findPaymentByRef } from '../stores/payments.ts';
import { readSettingsAndCurrency } from './config.ts';
import { alreadyPaidResponse, paymentResponseOrThrow } from './payment-response.ts';

export const paypalHandlers: Handlers = {
  'POST /api/v1/paypal/convenient/order': async ({ query, body }, context) => {
    const checkoutToken = body.entrance === 3 ? (body.checkout_token ?? '') : '';
    const { customerId } = identify(context.caller);
    if (checkoutToken !== '') await openCheckout(context.services, checkoutToken, customerId);
    return createExpressPayment(context.services, {
      items: body.items.map((item) => ({
        productId: item.product_id,
        variantId: item.variant_id ?? null,
        quantity: item.quantity,
        tailor: item.tailor_req_list,
      })),
      checkoutToken,
      coupon: body.coupon,
      bag: body.entrance === 1 && body.checkouts ? parseRequestedBag(body.checkouts) : null,
      amount: body.amount ?? query.amount ?? null,
      accountId: body.payment_account_id,
      title: body.payment_product_title,
      visitor: context.ensureVisitor(),
      customerId,
    });
  },

  'GET /api/v1/paypal/convenient/payer': async ({ query }, { services, caller }) => {
    const payment = await findPaymentByRef(services.db.read, 'paypal', query.paypal_order_id);
    if (!payment || caller.visitor === null || payment.visitorHash !== hashVisitorCookie(caller.visitor)) {
      throw new Failure(codes.notAllowed, 'This PayPal payment is not yours.');
    }
    const providerStatus = await requireProvider(services, 'paypal')
      .status(payment.providerRef)
      .catch((error: unknown) => {
        if (!(error instanceof ProviderError)) throw error;
        throw new Failure(codes.accountUnavailable, 'PayPal does not respond at the moment.');
      });
    if (providerStatus.state === 'created' || providerStatus.state === 'expired') {
      throw new Failure(codes.badParameter, 'This PayPal payment has not been approved.');
    }
    return readPayer(providerStatus.payer);
  },

  'GET /api/v1/payments/paypal/capture': async ({ query }, context) => {
    const order = await readAccessibleOrder(context, query.order_no, query.token);
    const paid = alreadyPaidResponse(order);
    if (paid) return paid;
    const payment = await findPaymentByRef(context.services.db.read, 'paypal', query.paypal_order_id);
    if (!payment || payment.orderNo !== order.orderNo) {
      throw new Failure(codes.notFound, 'This order has no such PayPal payment.');
    }
    const provider = requireProvider(context.services, 'paypal');
    return paymentResponseOrThrow(
      await tryAdvancePayment(context.services, provider, payment, 'confirm'),
      order.orderNo,
    );
  },

  'POST /api/v1/payments/paypal/quick/capture': async ({ body }, context) => {
    const checkout = await readCheckout(context.services, body.checkout_token);
    const order = checkout && (await selectOrderOfCheckout(context.services.db.read, checkout.tokenHash));
    if (!order) throw new Failure(codes.notFound, 'This checkout has not been ordered.');
    if (!isOwner(order, context.caller)) throw orderAccessError();
    const paid = alreadyPaidResponse(order);
    if (paid) return paid;
    const result = await captureExpressPayment(
      context.services,
      body.paypal_order_id,
      order,
      context.caller.visitor,
    ).catch((error: unknown): ShopperPaymentStatus => {
      if (!(error instanceof ProviderError)) throw error;
      context.services.log.warn({ err: error, orderNo: order.orderNo }, 'payment provider unreachable');
      return { status: 'pending', reason: '', redirectUrl: '' };
    });
    return paymentResponseOrThrow(result, order.orderNo);
  },

  'POST /api/v1/paypal/email/monitor': async ({ body }, context) => {
    const order = await readAccessibleOrder(context, body.order_no);
    const note = { kind: 'paypal-email', orderNo: order.orderNo, providerRef: '', message: body.email };
    await insertPaymentNote(context.services.db.write, note, context.now);
    return {};
  },

  'POST /api/v1/paypal/log/save': async ({ body }, context) => {
    const providerRef = body.paypal_order_id;
    const message = [body.step, body.message].filter(Boolean).join(': ');
    const orderNo = await orderOfPayment(context, providerRef);
    await insertPaymentNote(
      context.services.db.write,
      { kind: 'paypal', orderNo, providerRef, message },
      context.now,
    );
    return {};
  },

  'GET /api/v1/paypal/multiple': async ({ query: { token } }, context) => {
    const { services } = context;
    const { settings, currency } = await readSettingsAndCurrency(services);
    const paypal = configuredPayPal(services);
    if (!paypal || !(await payPalIsThere(services, settings))) return null;
    if (token !== undefined && !(await takesCheckout(context, settings, token))) return null;
    const { id, account_type, auth_type, express_pay_show, is_paypal_authorize, product_title } =
      settings.paypal;
    return {
      id,
      account_type,
      client_id: paypal.clientId,
      auth_type,
      domain: settings.paypal.domain || paypal.web,
      express_pay_show,
      ...wireLimits(settings.paypal, currency),
      is_paypal_authorize,
      product_title,
      test_mode: paypal.isTest,
      sdk_url: `${paypal.web}/web-sdk/v6/core`,
      currency,
    };
  },

  'GET /api/v1/paypal/multiple/avaliable': async ({ query }, { services }) => {
    const settings = await readPaymentSettings(services.db.read);
    const { account_id: id, account_type: type } = query;
    const isNamed = (id === '' && type === '') || matchesAccount(settings.paypal, id, type);
    return { available: isNamed && (await payPalIsThere(services, settings)) };
  },

  'POST /api/v1/shop/link': async ({ body }, { services }) => {
    const settings = await readPaymentSettings(services.db.read);
    const paypal = configuredPayPal(services);
    const origin = new URL(services.env.SITE_URL).origin;
    if (!paypal || body.account_id !== settings.paypal.id) {
      throw new Failure(codes.accountUnavailable, 'This payment account is not configured.');
    }
    if (URL.parse(body.url)?.origin !== origin) {
      throw new Failure(codes.badParameter, 'url: must be a URL of this shop');
    }
    const link = new URL('/hosted-button', settings.paypal.domain || paypal.web);
    link.searchParams.set('origin', origin);
    return { link: link.href };
  },
};

/** Returns this shop's PayPal URLs and keys; null if PayPal is not configured. */
function configuredPayPal({ env, payments }: Services): PayPalEnvironment | null {
  return payments.has('paypal') ? payPalEnvironment(env, getSandboxUrls(env)) : null;
}

/** Returns whether PayPal can take payments now: it is enabled and configured, and it accepts the shop's API keys. */
async function payPalIsThere(services: Services, settings: PaymentSettings): Promise<boolean> {
  const provider = services.payments.get('paypal');
  return settings.paypal.enabled && provider !== undefined && (await provider.available());
}

/**
 * Returns whether PayPal accepts a checkout's total and destination country (API-102). If the checkout's order is already placed, the
 * order's total and country are checked instead.
 * @throws Failure as `openCheckout` does
 */
async function takesCheckout(
  { services, caller, now }: Context,
  settings: PaymentSettings,
  token: string,
): Promise<boolean> {
  const checkout = await openCheckout(services, token, identify(caller).customerId);
  const order = await selectOrderOfCheckout(services.db.read, checkout.tokenHash);
  const { amounts } = order ?? (await priceCheckout(services.db, checkout, checkout.choices, now)).quote;
  const { country_code: country } = order?.address ?? checkout.choices.address;
  const { countries = [] } = settings.methods.find(({ provider }) => provider === 'paypal') ?? {};
  return (
    isWithinAccountLimits(amounts.total, settings.paypal) &&
    (country === '' || isOfferedInCountry(countries, country))
  );
}

/**
 * Returns the order number of a PayPal payment if the order is the caller's, otherwise '', so that clients cannot add notes to other
 * customers' orders.
 */
async function orderOfPayment({ services, caller }: Context, providerRef: string): Promise<string> {
  const payment = providerRef === '' ? null : await findPaymentByRef(services.db.read, 'paypal', providerRef);
  const order = payment?.orderNo ? await selectOrder(services.db.read, payment.orderNo) : null;
  return order && isOwner(order, caller) ? order.orderNo : '';
}

/** Maps PayPal's payer data to the fields of the API response, truncated to the checkout's length limits. */
function readPayer(payer: ProviderPayment['payer']): { email: string; address: Address; phone: string } {
  const { email = '', address = {} } = payer ?? {};
  const [name, phone] = [toPlainSingleLine(payer?.name ?? ''), toPlainSingleLine(payer?.phone ?? '')];
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const part = (value: string | undefined, max: number) => toPlainSingleLine(value ?? '').slice(0, max);
  const country = /^[A-Z]{2}$/.test(address.country_code ?? '') ? address.country_code! : '';
  return {
    email: email.slice(0, 254),
    phone: phone.slice(0, 40),
    address: {
      ...emptyAddress,
      first_name: first.slice(0, 100),
      last_name: rest.join(' ').slice(0, 100),
      address1: part(address.address_line_1, 255),
      address2: part(address.address_line_2, 255),
      city: part(address.admin_area_2, 120),
      province: part(address.admin_area_1, 120),
      zip: part(address.postal_code, 20),
      country_code: country,
      country: country === '' ? '' : (new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? ''),
      phone: phone.slice(0, 40),
    },
  };
}
