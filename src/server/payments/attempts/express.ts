/** PayPal express checkout: the shopper approves the payment before the order exists (R64). */
import { randomUUID } from 'node:crypto';
import * as codes from '#lib/contract/codes.ts';
import { fromWire } from '#lib/money/minor.ts';
import { createBagLine, type RequestedBag } from '../../bag/requested-bag.ts';
import { lineError } from '../../checkout/line-errors.ts';
import { priceCheckout } from '../../checkout/price-checkout.ts';
import { readCheckout } from '../../checkout/store.ts';
import { Failure } from '../../core/failure.ts';
import { hashVisitorCookie } from '../../core/identity.ts';
import { type PaymentProvider, ProviderError } from '../../core/payment-provider.ts';
import type { Services } from '../../core/services.ts';
import type { Queryable } from '../../db/database.ts';
import type { Order } from '../../orders/order.ts';
import { priceBagNow } from '../../promotions/load-prices.ts';
import type { BagLine, CustomisationValue } from '../../promotions/priced-bag.ts';
import { readThemeSetting } from '../../theme/store.ts';
import { checkLimits } from '../limits.ts';
import { listOfferedMethods } from '../methods.ts';
import { type PaymentSettings, readPaymentSettings } from '../settings.ts';
import { assignNotesToOrder } from '../stores/notes.ts';
import { changePayment, findPaymentByRef, insertPayment, linkToOrder } from '../stores/payments.ts';
import { advancePayment } from './advance.ts';
import type { ShopperPaymentStatus } from './settle-attempt.ts';
import { choosePaymentIntent, requireProvider } from './start.ts';

export interface ExpressItem {
  productId: number;
  variantId: number | null;
  quantity: number;
  tailor: CustomisationValue[];
}

export interface ExpressRequest {
  items: ExpressItem[];
  /** Token of the checkout to pay, if the button is in the checkout (`entrance` 3); otherwise ''. */
  checkoutToken: string;
  coupon: string;
  /**
   * The bag, if the button is in the bag (`entrance` 1); otherwise null. Unlike `items`, it contains groups, gifts and the shopper's
   * confirmation of the coupon.
   */
  bag: RequestedBag | null;
  /** Total that the page displayed to the shopper, as an API amount in the currency's major unit. */
  amount: number | null;
  accountId: string;
  title: string;
  visitor: string;
  /** The logged-in customer; null for a guest. */
  customerId: number | null;
}

interface Priced {
  total: number;
  /** Price without the bag's promotions, as displayed on a product page. Never less than `total`. */
  full: number;
  currency: string;
}

/**
 * Checks items, amount, account and limits, then creates the PayPal order.
 * @returns the id of the PayPal order
 * @throws Failure 10001 if nothing is selected or the total is outside the limits; 10209 if the displayed amount is neither the total nor
 * the price without promotions; 53130 if PayPal is unavailable
 */
export async function createExpressPayment(services: Services, request: ExpressRequest): Promise<string> {
  const settings = await readPaymentSettings(services.db.read);
  const provider = await availableAccount(services, settings, request.accountId);
  const { total, full, currency } =
    request.checkoutToken === ''
      ? await priceItems(services, request)
      : await priceOfCheckout(services, request);
  const { amount } = request;
  if (amount !== null && !isSame(amount, total, currency) && !isSame(amount, full, currency)) {
    throw new Failure(codes.checkoutChanged, 'The total has changed. Please check your bag.');
  }
  if (total === 0) throw new Failure(codes.badParameter, 'There is nothing to pay.');
  checkLimits(settings, settings.paypal.id, provider, total, currency);
  return create(services, provider, settings, request, { total, full, currency });
}

/** Returns whether the PayPal button may appear in this position, according to the settings alone, without a request to PayPal (R60). */
export function offersPayPal(
  services: Services,
  settings: PaymentSettings,
  place: PaymentSettings['paypal']['express_pay_show'][number],
): boolean {
  const method = listOfferedMethods(services, settings).find(({ provider }) => provider === 'paypal');
  return method?.start_hidden === false && settings.paypal.express_pay_show.includes(place);
}

async function availableAccount(
  services: Services,
  settings: PaymentSettings,
  accountId: string,
): Promise<PaymentProvider> {
  const provider = services.payments.get('paypal');
  const isConfiguredAccount = accountId === '' || accountId === settings.paypal.id;
  if (!provider || !isConfiguredAccount || !settings.paypal.enabled || !(await provider.available())) {
    throw new Failure(codes.accountUnavailable, 'PayPal is not available at the moment.');
  }
  return provider;
}

async function priceItems(services: Services, request: ExpressRequest): Promise<Priced> {
  if (request.items.length === 0) throw new Failure(codes.badParameter, 'items: select at least one item');
  const { lines, coupon, isConfirmed } = request.bag ?? (await bagOfItems(services, request));
  const who = { visitorHash: hashVisitorCookie(request.visitor), customerId: request.customerId };
  const bag = await priceBagNow(services, who, lines, { code: coupon, isConfirmed }, services.now());
  const refusal = bag.lines
    .filter(({ line }) => line.isSelected && !line.isGift)
    .map(lineError)
    .find((message) => message !== '');
  if (refusal) throw new Failure(codes.checkoutChanged, refusal);
  return { total: bag.totalPay, full: bag.totalPay + bag.totalDiscount, currency: bag.currency };
}

async function bagOfItems(services: Services, { items, coupon }: ExpressRequest): Promise<RequestedBag> {
  const missing = items.filter((item) => item.variantId === null).map((item) => item.productId);
  const only = await onlyVariants(services.db.read, missing);
  const lines = items.map((item, index): BagLine => {
    const variantId = item.variantId ?? only.get(item.productId);
    if (variantId === undefined)
      throw new Failure(codes.badParameter, `items.${index}.variant_id: is required`);
    const { productId, quantity, tailor } = item;
    return createBagLine({ randomId: String(index), productId, variantId, quantity, tailor });
  });
  return { lines, coupon, isConfirmed: true };
}

/** Returns the variant of each product that has exactly one, by product id: express items may omit the variant (API-038). */
async function onlyVariants(db: Queryable, productIds: number[]): Promise<Map<number, number>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('variants')
    .select(['id', 'product_id'])
    .where('product_id', 'in', [...new Set(productIds)])
    .where('deleted_at', 'is', null)
    .execute();
  const byProduct = Map.groupBy(rows, (row) => row.product_id);
  return new Map(
    [...byProduct]
      .filter(([, variants]) => variants.length === 1)
      .map(([id, variants]) => [id, variants[0]!.id]),
  );
}

async function priceOfCheckout(services: Services, { checkoutToken }: ExpressRequest): Promise<Priced> {
  const checkout = await readCheckout(services, checkoutToken);
  if (!checkout) throw new Failure(codes.notFound, 'There is no such checkout.');
  const { quote } = await priceCheckout(services.db, checkout, checkout.choices, services.now());
  const { total } = quote.amounts;
  return { total, full: total, currency: quote.bag.currency };
}

function isSame(amount: number, total: number, currency: string): boolean {
  try {
    return fromWire(amount, currency) === total;
  } catch {
    // The amount is not valid in this currency, so it cannot equal the total.
    return false;
  }
}

async function create(
  services: Services,
  provider: PaymentProvider,
  settings: PaymentSettings,
  request: ExpressRequest,
  { total, currency }: Priced,
): Promise<string> {
  const now = services.now();
  const requestId = `express-${randomUUID()}`;
  const made = {
    ...{ orderNo: '', provider: 'paypal', method: 'express', accountId: settings.paypal.id },
    ...{ amount: total, currency, requestId, visitorHash: hashVisitorCookie(request.visitor) },
    details: {
      items: request.items.map(({ productId, variantId, quantity }) => [productId, variantId, quantity]),
    },
  };
  const payment = await services.db.transaction((trx) => insertPayment(trx, made, now));
  if (!payment) throw new Error('The express payment could not be stored.');
  services.events.attempts.add({ provider: payment.provider });
  const { SITE_URL } = services.env;
  const { name: shopName } = await readThemeSetting(services.db.read, 'shop');
  try {
    const providerPayment = await provider.create({
      orderNo: '',
      amount: total,
      currency,
      requestId,
      flow: 'express',
      returnUrl: `${SITE_URL}/cart`,
      cancelUrl: `${SITE_URL}/cart`,
      description: request.title || settings.paypal.product_title || shopName,
      intent: choosePaymentIntent(provider, settings),
    });
    const change = { state: 'created', providerRef: providerPayment.ref } as const;
    await changePayment(services.db.write, payment.id, ['new'], change, services.now());
    return providerPayment.ref;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const change = { state: 'failed', reason: 'PayPal did not respond.' } as const;
    await changePayment(services.db.write, payment.id, ['new'], change, services.now());
    services.events.outcomes.add({ provider: payment.provider, outcome: 'unanswered' });
    services.log.warn({ err: error, payment: payment.id }, 'express payment failed');
    throw new Failure(codes.accountUnavailable, 'PayPal is not available at the moment.');
  }
}

/**
 * Captures an approved express payment for the order created from its checkout.
 * @throws Failure 10403 if the payment belongs to another visitor or order
 */
export async function captureExpressPayment(
  services: Services,
  paypalOrderId: string,
  order: Order,
  visitor: string | null,
): Promise<ShopperPaymentStatus> {
  const provider = requireProvider(services, 'paypal');
  const payment = await findPaymentByRef(services.db.read, 'paypal', paypalOrderId);
  if (!payment || visitor === null || payment.visitorHash !== hashVisitorCookie(visitor)) {
    throw new Failure(codes.notAllowed, 'This PayPal payment is not yours.');
  }
  const { orderNo, currency, amounts } = order;
  const settings = await readPaymentSettings(services.db.read);
  checkLimits(settings, settings.paypal.id, provider, amounts.total, currency);
  const linked = await services.db.transaction(async (trx) => {
    const link = { orderNo, amount: amounts.total, currency };
    const linkedPayment = await linkToOrder(trx, payment, link, services.now());
    if (linkedPayment) await assignNotesToOrder(trx, payment.providerRef, orderNo);
    return linkedPayment;
  });
  if (!linked) throw new Failure(codes.notAllowed, 'This PayPal payment belongs to another order.');
  return advancePayment(services, provider, linked, 'confirm');
}
