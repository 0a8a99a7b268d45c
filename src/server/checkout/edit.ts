/** Applies the shopper's changes to a checkout (CHK-23). Pure. */
import { normaliseAddress } from '#lib/checkout/address-rules.ts';
import { toPlainCharacters } from '#lib/checkout/plain-characters.ts';
import * as codes from '#lib/contract/codes.ts';
import type { CheckoutInput } from '#lib/contract/wire-checkout.ts';
import { fromWire } from '#lib/money/minor.ts';
import { type Address, emptyAddress } from '#lib/orders/address.ts';
import { Failure } from '../core/failure.ts';
import { couponKey } from '../promotions/coupon-key.ts';
import type { Checkout, CheckoutChoices } from './checkout.ts';
import { type Country, findCountryRules } from './countries.ts';

/**
 * Merges the fields sent by the client into the shopper's choices; fields that were not sent keep their value.
 * @throws Failure 10001 for a tip that is not a valid amount
 */
export function applyChanges(
  choices: CheckoutChoices,
  sent: CheckoutInput,
  countries: readonly Country[],
  currency: string,
): CheckoutChoices {
  const address = normaliseAddress({ ...choices.address, ...sent.address }, countries);
  return {
    email: sent.email ?? choices.email,
    phone: toPlainCharacters(sent.phone ?? choices.phone),
    address,
    billing: billingOf(choices, sent, countries),
    shippingId: sent.shipping_id ?? choices.shippingId,
    // Normalise the coupon code, so that another spelling of the same code is not a change.
    coupon: couponKey(sent.coupon ?? choices.coupon),
    scConfirm: sent.scConfirm === undefined ? choices.scConfirm : sent.scConfirm === 1,
    insurance: sent.insurance === undefined ? choices.insurance : sent.insurance === 1,
    tip: sent.tip === undefined ? choices.tip : wireToMinorUnits(sent.tip, currency, 'tip'),
    paymentMethod: sent.payment_method ?? choices.paymentMethod,
    note: sent.note ?? choices.note,
    taxId: (sent.tax_id ?? choices.taxId).trim(),
    paypalOrderId: sent.paypalOrderId ?? choices.paypalOrderId,
  };
}

/** Merges the billing address. Any country is valid, because nothing is shipped to the billing address. */
function billingOf(
  { billing }: CheckoutChoices,
  { billing: sent }: CheckoutInput,
  countries: readonly Country[],
): Address | null {
  if (sent === undefined) return billing;
  if (sent === null) return null;
  const mergedAddress = { ...emptyAddress, ...billing, ...sent };
  const isServed = countries.some(({ code }) => code === mergedAddress.country_code);
  return normaliseAddress(mergedAddress, isServed ? countries : findCountryRules(mergedAddress.country_code));
}

/** Converts a wire amount to minor units. @throws Failure 10001 naming the field */
export function wireToMinorUnits(amount: number, currency: string, field: string): number {
  try {
    return fromWire(amount, currency);
  } catch {
    throw new Failure(codes.badParameter, `${field}: ${amount} is not an amount of ${currency}`);
  }
}

/**
 * Returns whether a change of the shopper's choices makes an existing order outdated. The payment method and the PayPal order id are
 * ignored.
 */
export function isOrderOutdated(before: CheckoutChoices, after: CheckoutChoices): boolean {
  const orderChoicesJson = ({ paymentMethod: _method, paypalOrderId: _paypal, ...rest }: CheckoutChoices) =>
    JSON.stringify(rest);
  return orderChoicesJson(before) !== orderChoicesJson(after);
}

export function choicesDiffer(before: CheckoutChoices, after: CheckoutChoices): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

/**
 * Rejects a change that is based on an older version of the checkout, so that it does not silently undo a change made in another window.
 * Placing the order increments the version by one; the page that placed the order may still send the previous version.
 * @throws Failure 10209
 */
export function checkVersion(checkout: Checkout, sent: CheckoutInput): void {
  const placed = checkout.state === 'ordered' ? 1 : 0;
  const behind = checkout.version - (sent.version ?? checkout.version);
  if (behind >= 0 && behind <= placed) return;
  throw new Failure(
    codes.checkoutChanged,
    'This checkout was changed in another window. Here is its current state.',
  );
}
