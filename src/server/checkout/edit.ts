/** Changes the shopper makes to a checkout (CHK-23). Pure. */
import { tidyAddress } from '#lib/checkout/address-rules.ts';
import { plainSigns } from '#lib/checkout/plain-signs.ts';
import * as codes from '#lib/contract/codes.ts';
import type { SentCheckout } from '#lib/contract/wire-checkout.ts';
import { fromWire } from '#lib/money/minor.ts';
import { type Address, emptyAddress } from '#lib/orders/address.ts';
import { Failure } from '../core/failure.ts';
import { couponKey } from '../promotions/coupon-key.ts';
import type { Checkout, Choices } from './checkout.ts';
import { type Country, countryAnywhere } from './countries.ts';

/**
 * The choices after what was sent; parts that were not sent stay.
 * @throws Failure 10001 for a tip that is no amount of money
 */
export function applyChanges(
  choices: Choices,
  sent: SentCheckout,
  countries: readonly Country[],
  currency: string,
): Choices {
  const address = tidyAddress({ ...choices.address, ...sent.address }, countries);
  return {
    email: sent.email ?? choices.email,
    phone: plainSigns(sent.phone ?? choices.phone),
    address,
    billing: billingOf(choices, sent, countries),
    shippingId: sent.shipping_id ?? choices.shippingId,
    // The same code in another spelling is no change.
    coupon: couponKey(sent.coupon ?? choices.coupon),
    scConfirm: sent.scConfirm === undefined ? choices.scConfirm : sent.scConfirm === 1,
    insurance: sent.insurance === undefined ? choices.insurance : sent.insurance === 1,
    tip: sent.tip === undefined ? choices.tip : minorOf(sent.tip, currency, 'tip'),
    paymentMethod: sent.payment_method ?? choices.paymentMethod,
    note: sent.note ?? choices.note,
    taxId: (sent.tax_id ?? choices.taxId).trim(),
    paypalOrderId: sent.paypalOrderId ?? choices.paypalOrderId,
  };
}

/** Its country may be any: nothing is sent there. */
function billingOf(
  { billing }: Choices,
  { billing: sent }: SentCheckout,
  countries: readonly Country[],
): Address | null {
  if (sent === undefined) return billing;
  if (sent === null) return null;
  const given = { ...emptyAddress, ...billing, ...sent };
  const isServed = countries.some(({ code }) => code === given.country_code);
  return tidyAddress(given, isServed ? countries : countryAnywhere(given.country_code));
}

/** Minor units of a sent amount. @throws Failure 10001 naming the field */
export function minorOf(amount: number, currency: string, field: string): number {
  try {
    return fromWire(amount, currency);
  } catch {
    throw new Failure(codes.badParameter, `${field}: ${amount} is not an amount of ${currency}`);
  }
}

/** Whether an order placed with the old choices no longer is what the shopper wants. How it is paid does not count. */
export function changesOrder(before: Choices, after: Choices): boolean {
  const wanted = ({ paymentMethod: _method, paypalOrderId: _paypal, ...rest }: Choices) =>
    JSON.stringify(rest);
  return wanted(before) !== wanted(after);
}

/** Whether anything changed at all. */
export function differs(before: Choices, after: Choices): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

/**
 * Refuses a save made on an older state of the checkout, so that it does not silently undo what was done elsewhere.
 * Placing the order raises the version once; the page that did so may go on from there.
 * @throws Failure 10209
 */
export function checkVersion(checkout: Checkout, sent: SentCheckout): void {
  const placed = checkout.state === 'ordered' ? 1 : 0;
  const behind = checkout.version - (sent.version ?? checkout.version);
  if (behind >= 0 && behind <= placed) return;
  throw new Failure(
    codes.checkoutChanged,
    'This checkout was changed in another window. Here is its current state.',
  );
}
