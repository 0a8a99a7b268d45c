/** Turns a checkout into an unpaid order that holds its stock and coupon (R90, PAY-13). */
import * as codes from '#lib/contract/codes.ts';
import { isPaid, isPayable, orderStatus } from '#lib/orders/status.ts';
import { readShopCurrency } from '../catalog/currency-store.ts';
import type { Checkout, CheckoutChoices } from '../checkout/checkout.ts';
import { type CheckoutTotals, linesWithCurrentPrices } from '../checkout/checkout-totals.ts';
import { readCountries } from '../checkout/countries.ts';
import { applyChanges, checkVersion, isOrderOutdated, wireToMinorUnits } from '../checkout/edit.ts';
import { couponErrors } from '../checkout/line-errors.ts';
import { checkRequiredFields, checkShownTerms } from '../checkout/order-problem.ts';
import { type PricedCheckout, priceCheckout } from '../checkout/price-checkout.ts';
import { readCheckout, updateCheckout } from '../checkout/store.ts';
import { Failure } from '../core/failure.ts';
import type { Services } from '../core/services.ts';
import type { Transaction } from '../db/database.ts';
import type { TokenHash } from '../db/token-hash.ts';
import { pendingPaymentTimeoutMs } from '../promotions/shopper-holds-store.ts';
import { releaseCoupons, reserveCoupon } from './coupon-store.ts';
import {
  determineHoldEnd,
  notEnoughStockMessage,
  releaseHold,
  reserveCouponReleasingHolds,
  reserveStockReleasingHolds,
} from './hold.ts';
import { holdStart } from './hold-time-and-caps.ts';
import { lockShopper } from './holders-store.ts';
import { insertOrderLines } from './lines-store.ts';
import { completeDraft, newOrder, type OrderRequest } from './new-order.ts';
import type { Order } from './order.ts';
import { buildOrderLines } from './order-line.ts';
import { hasPaymentUnderWay } from './payment-in-progress-store.ts';
import { insertOrderPromotions } from './promotions-store.ts';
import { calculateRemainingDemand, lockReleasableHolds } from './releasable-holds.ts';
import { findShortage, readPrices, sumVariantQuantities } from './stock-store.ts';
import {
  deleteDraftOrder,
  detachFromCheckout,
  insertOrder,
  lockOrder,
  type NewOrder,
  selectOrder,
  selectOrderOfCheckout,
  updateOrder,
} from './store.ts';

export interface PlaceRequest extends OrderRequest {
  token: string;
  /** Throws if a payment method is disabled or not offered in the order's country. Not called if the total is 0. */
  checkMethod: (method: string, total: number, country: string) => void | Promise<void>;
}

/** Maximum number of attempts to place or change an order while other requests change its checkout. */
export const maxAttempts = 8;

/**
 * Places the order of a checkout. Within the caps on held stock, the order holds its stock and coupon; beyond them, it only
 * checks that they are available. Repeated or parallel calls return the same order. If the shopper has changed the checkout, one
 * transaction cancels and replaces the unpaid order. If needed, holds of the shopper's other unpaid orders are released.
 * @returns the order, unpaid unless it was already paid
 * @throws Failure 10404 no such checkout; 10001 invalid field; 10209 something changed; 40001 product out of stock; 30003 coupon
 * used up; 50002 already paid and changed since
 */
export async function placeOrder(services: Services, request: PlaceRequest): Promise<Order> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const order = await tryToPlace(services, request);
    if (order) return order;
  }
  throw new Failure(codes.checkoutChanged, 'This checkout is being changed elsewhere. Please try again.');
}

/** Makes one attempt to place the order. Returns null if the checkout was changed concurrently and must be read again. */
async function tryToPlace(services: Services, request: PlaceRequest): Promise<Order | null> {
  const now = services.now();
  const { db } = services;
  const checkout = await readCheckout(services, request.token);
  if (!checkout) throw new Failure(codes.notFound, 'There is no such checkout.');
  const [existing, countries, currency] = await Promise.all([
    selectOrderOfCheckout(db.read, checkout.tokenHash),
    readCountries(db.read),
    readShopCurrency(db.read),
  ]);
  const requestedChoices = applyChanges(checkout.choices, request.requestFields, countries, currency);
  if (existing && stillMatches(existing, checkout, requestedChoices)) {
    return updateKeptOrder(services, request, existing, requestedChoices);
  }
  if (existing && isPaid(existing.statusKey)) {
    throw new Failure(codes.alreadyPaid, 'This order is already paid and can no longer be changed.');
  }
  checkVersion(checkout, request.requestFields);
  const priced = await priceCheckout(db, checkout, requestedChoices, now);
  // If the bag became smaller and the saved tip is now too high, the tip is dropped, as the page displays. An invalid tip in this
  // request is rejected.
  const tipStays = request.requestFields.tip !== undefined || priced.quote.stillValid.tip;
  const choices = tipStays ? requestedChoices : { ...requestedChoices, tip: 0 };
  const shown = request.requestFields.total_price;
  try {
    checkShownTerms(
      checkout,
      choices,
      priced.quote,
      shown === undefined ? null : wireToMinorUnits(shown, currency, 'total_price'),
    );
  } catch (error) {
    await saveSeenPrices(services, checkout, priced.quote, now);
    throw error;
  }
  checkRequiredFields(choices, priced);
  if (priced.quote.amounts.total > 0) {
    const country = choices.address.country_code;
    await request.checkMethod(choices.paymentMethod, priced.quote.amounts.total, country);
  }
  const order = newOrder(checkout, choices, priced, request, now);
  const orderNo = await db.transaction((trx) => place(trx, checkout, choices, priced, order, now));
  if (orderNo === null) return null;
  services.events.orders.add({ event: 'placed' });
  return selectOrder(db.read, orderNo);
}

/** Returns whether the existing order still matches the checkout; only the payment method and the PayPal order id may differ. */
function stillMatches(order: Order, checkout: Checkout, choices: CheckoutChoices): boolean {
  const isLive = isPayable(order.statusKey) || isPaid(order.statusKey);
  return isLive && checkout.state === 'ordered' && !isOrderOutdated(checkout.choices, choices);
}

/**
 * Updates the order of an unchanged checkout: only the payment method and the consent to show the first name may change. A
 * new PayPal order id is not stored in the order.
 */
async function updateKeptOrder(
  services: Services,
  request: PlaceRequest,
  order: Order,
  choices: CheckoutChoices,
): Promise<Order> {
  const { show_name = order.extraParams.show_name } = request.requestFields;
  const { paymentMethod } = choices;
  const isSame = paymentMethod === order.paymentMethod && show_name === order.extraParams.show_name;
  if (!isPayable(order.statusKey) || isSame) return order;
  if (order.amounts.total > 0 && paymentMethod !== order.paymentMethod) {
    await request.checkMethod(paymentMethod, order.amounts.total, order.address.country_code);
  }
  return services.db.transaction(async (trx) => {
    const locked = (await lockOrder(trx, order.orderNo, services.now())) ?? order;
    const change = { paymentMethod, extraParams: { ...locked.extraParams, show_name } };
    await updateOrder(trx, order.orderNo, change);
    return { ...order, ...change };
  });
}

/** Saves the new prices in the checkout. The shopper has now seen them, so submitting the order again is accepted. */
async function saveSeenPrices(
  services: Services,
  checkout: Checkout,
  quote: CheckoutTotals,
  now: number,
): Promise<void> {
  const lines = linesWithCurrentPrices(checkout, quote);
  if (JSON.stringify(lines) === JSON.stringify(checkout.lines)) return;
  await updateCheckout(
    services.db.write,
    checkout,
    { choices: checkout.choices, state: checkout.state, lines },
    now,
  );
}

/**
 * Places the order in one transaction. Returns the order number; returns null and changes nothing if another request has changed
 * the checkout since it was read.
 */
async function place(
  trx: Transaction,
  checkout: Checkout,
  choices: CheckoutChoices,
  { quote }: PricedCheckout,
  fullOrder: NewOrder,
  now: number,
): Promise<string | null> {
  if (!(await updateCheckout(trx, checkout, { choices, state: 'ordered', lang: fullOrder.lang }, now)))
    return null;
  await lockShopper(trx, fullOrder, now, checkout.visitorHash);
  const replacedOrder = await lockOrderOf(trx, checkout.tokenHash, now);
  const order = replacedOrder?.isDraft ? completeDraft(replacedOrder, fullOrder) : fullOrder;
  const wants = sumVariantQuantities(quote.lines.map(({ line }) => line));
  const previousHold = {
    heldSince: replacedOrder?.heldSince ?? null,
    heldUntil: replacedOrder?.heldUntil ?? null,
  };
  // Pricing counted stock held by the checkout's visitor as available. That visitor's holds are therefore the ones to release, even
  // if the link was opened in another browser.
  const orderOfVisitor = { ...order, visitorHash: checkout.visitorHash };
  const releasableHolds = await lockReleasableHolds(trx, orderOfVisitor, wants, now, replacedOrder);
  if (replacedOrder) await makeWayFor(trx, replacedOrder, now);
  const heldUntil = await determineHoldEnd(trx, { ...order, ...previousHold }, wants, releasableHolds, now);
  const canHold = heldUntil !== null;
  const heldSince = canHold ? holdStart(now, previousHold) : previousHold.heldSince;
  await insertOrder(trx, { ...order, heldUntil, heldSince });
  await insertOrderLines(trx, order.orderNo, buildOrderLines(quote));
  await insertOrderPromotions(trx, order.orderNo, quote.bag.applied);
  const shortage = await (canHold
    ? reserveStockReleasingHolds(trx, order.orderNo, wants, releasableHolds, now)
    : findShortage(trx, calculateRemainingDemand(wants, releasableHolds)));
  if (shortage) {
    const { variant } = quote.lines.find(({ line }) => line.variantId === shortage.variantId)!;
    throw new Failure(
      codes.notEnoughStock,
      notEnoughStockMessage(variant?.productTitle ?? '', variant?.optionValues.join(', ') ?? ''),
    );
  }
  const prices = await readPrices(
    trx,
    wants.map((want) => want.variantId),
  );
  if (quote.lines.some(({ variant }) => variant && prices.get(variant.id) !== variant.price)) {
    throw new Failure(codes.checkoutChanged, 'A price has just changed. Please check the order again.');
  }
  const promotionId = quote.bag.couponPromotionId;
  if (promotionId !== null) {
    const customer = order.customerId === null ? order.email.toLowerCase() : String(order.customerId);
    const takeCoupon = async () =>
      (await reserveCoupon(trx, promotionId, order.orderNo, customer)) ? null : promotionId;
    if (!(await reserveCouponReleasingHolds(trx, releasableHolds, now, takeCoupon))) {
      throw new Failure(codes.couponUsedUp, couponErrors[codes.couponUsedUp]);
    }
    if (!canHold) await releaseCoupons(trx, order.orderNo);
  }
  return order.orderNo;
}

/**
 * Locks the checkout's existing order and returns it; null if there is none.
 * @throws Failure 50002 already paid; 10209 a payment may be in progress
 */
async function lockOrderOf(trx: Transaction, checkoutHash: TokenHash, now: number): Promise<Order | null> {
  const found = await selectOrderOfCheckout(trx, checkoutHash);
  const old = found && (await lockOrder(trx, found.orderNo, now));
  if (!old || old.isDraft) return old;
  if (isPaid(old.statusKey)) throw new Failure(codes.alreadyPaid, 'This order is already paid.');
  if (isPayable(old.statusKey) && (await hasPaymentUnderWay(trx, old.orderNo, now - pendingPaymentTimeoutMs)))
    throw paymentInProgressError();
  return old;
}

/** Cancels the order that a new one replaces. A draft is deleted, because the new order takes over its number. */
async function makeWayFor(trx: Transaction, old: Order, now: number): Promise<void> {
  if (old.isDraft) {
    await deleteDraftOrder(trx, old.orderNo);
    return;
  }
  if (isPayable(old.statusKey)) {
    await releaseHold(trx, old, now);
    // Clears the hold's start time, which the new order inherits: the caps count both holds as one.
    await updateOrder(trx, old.orderNo, { status: orderStatus.cancelled, heldSince: null });
  }
  await detachFromCheckout(trx, old.orderNo);
}

/** Returns the error for changing an order while a payment is in progress. */
export function paymentInProgressError(): Failure {
  return new Failure(
    codes.checkoutChanged,
    'A payment for this order is in progress. Please wait for its result before you change anything.',
  );
}
