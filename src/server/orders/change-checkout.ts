/** Saves changes that the shopper makes on the checkout page (API-052, CHK-23). */
import * as codes from '#lib/contract/codes.ts';
import type { CheckoutInput } from '#lib/contract/wire-checkout.ts';
import { isPaid, isPayable } from '#lib/orders/status.ts';
import { readShopCurrency } from '../catalog/currency-store.ts';
import type { Checkout, CheckoutChoices } from '../checkout/checkout.ts';
import { linesWithCurrentPrices } from '../checkout/checkout-totals.ts';
import { readCountries } from '../checkout/countries.ts';
import { applyChanges, checkVersion, choicesDiffer, isOrderOutdated } from '../checkout/edit.ts';
import { tipError } from '../checkout/extras.ts';
import { couponFailure } from '../checkout/line-errors.ts';
import { type PricedCheckout, priceCheckout } from '../checkout/price-checkout.ts';
import { readCheckout, updateCheckout } from '../checkout/store.ts';
import { Failure } from '../core/failure.ts';
import type { Services } from '../core/services.ts';
import { pendingPaymentTimeoutMs } from '../promotions/shopper-holds-store.ts';
import { hasPaymentUnderWay } from './payment-in-progress-store.ts';
import { maxAttempts, paymentInProgressError } from './place-order.ts';
import { lockOrder, selectOrderOfCheckout, updateOrder } from './store.ts';

export interface ChangedCheckout extends PricedCheckout {
  checkout: Checkout;
  /** The submitted coupon would lower the discount, so it is saved only after the shopper confirms (R102). */
  needSecondConfirm: boolean;
}

/**
 * Saves the submitted fields and reprices the checkout. If an unpaid order was already placed and no longer matches, the checkout
 * is reopened; that order keeps its stock and coupon until a new order replaces it.
 * @throws Failure 10404 no such checkout; 10209 changed elsewhere or being paid; 50002 already paid; 10001 and 30001 to 30003
 * invalid field (nothing is saved)
 */
export async function changeCheckout(
  services: Services,
  token: string,
  requestFields: CheckoutInput,
): Promise<ChangedCheckout> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const changed = await tryToChange(services, token, requestFields);
    if (changed) return changed;
  }
  throw new Failure(codes.checkoutChanged, 'This checkout is being changed elsewhere. Please try again.');
}

/** Makes one attempt to save the changes. Returns null if the checkout was changed concurrently and must be read again. */
async function tryToChange(
  services: Services,
  token: string,
  requestFields: CheckoutInput,
): Promise<ChangedCheckout | null> {
  const now = services.now();
  const { db } = services;
  const checkout = await readCheckout(services, token);
  if (!checkout) throw new Failure(codes.notFound, 'There is no such checkout.');
  checkVersion(checkout, requestFields);
  const [countries, currency] = await Promise.all([readCountries(db.read), readShopCurrency(db.read)]);
  const requestedChoices = applyChanges(checkout.choices, requestFields, countries, currency);
  const priced = await priceCheckout(db, checkout, requestedChoices, now);
  checkSent(requestFields, requestedChoices, priced);
  const needSecondConfirm = priced.quote.bag.needSecondConfirm;
  const choices = needSecondConfirm
    ? { ...requestedChoices, coupon: checkout.choices.coupon }
    : requestedChoices;
  if (!choicesDiffer(checkout.choices, choices)) return { ...priced, checkout, needSecondConfirm };
  const saved = await save(services, checkout, choices, priced, now);
  return saved && { ...priced, checkout: saved, needSecondConfirm };
}

/** Rejects submitted fields that are invalid for this checkout. Fields that were saved earlier are not checked. */
function checkSent(
  requestFields: CheckoutInput,
  requestedChoices: CheckoutChoices,
  { quote, settings }: PricedCheckout,
): void {
  const refuse = (message: string) => {
    throw new Failure(codes.badParameter, message);
  };
  const coupon = requestFields.coupon ? couponFailure(quote.bag) : null;
  if (coupon) throw coupon;
  if (
    requestFields.shipping_id &&
    requestedChoices.address.country_code !== '' &&
    !quote.stillValid.shipping
  ) {
    refuse('This shipping method is not offered for this order.');
  }
  if (requestFields.tip !== undefined && !quote.stillValid.tip) {
    refuse(tipError(settings.tip, quote.amounts.subtotal - quote.amounts.discount, requestedChoices.tip));
  }
}

async function save(
  { db }: Services,
  checkout: Checkout,
  choices: CheckoutChoices,
  { quote }: PricedCheckout,
  now: number,
): Promise<Checkout | null> {
  const reopens = checkout.state === 'ordered' && isOrderOutdated(checkout.choices, choices);
  const state = reopens ? 'open' : checkout.state;
  const lines = linesWithCurrentPrices(checkout, quote);
  const saved = await db.transaction(async (trx) => {
    if (!(await updateCheckout(trx, checkout, { choices, state, lines }, now))) return false;
    const found = checkout.state === 'ordered' ? await selectOrderOfCheckout(trx, checkout.tokenHash) : null;
    const order = found && (await lockOrder(trx, found.orderNo, now));
    if (!order) return true;
    if (isPaid(order.statusKey)) {
      throw new Failure(codes.alreadyPaid, 'This order is already paid and can no longer be changed.');
    }
    if (!isPayable(order.statusKey)) return true;
    if (reopens && (await hasPaymentUnderWay(trx, order.orderNo, now - pendingPaymentTimeoutMs)))
      throw paymentInProgressError();
    if (!reopens) await updateOrder(trx, order.orderNo, { paymentMethod: choices.paymentMethod });
    return true;
  });
  return saved ? { ...checkout, choices, state, lines, version: checkout.version + 1 } : null;
}
