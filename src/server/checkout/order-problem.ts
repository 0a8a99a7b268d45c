/** Checks that a checkout can become an order. Pure. */

import { validateAddress, validateEmail } from '#lib/checkout/address-rules.ts';
import * as codes from '#lib/contract/codes.ts';
import { allTexts } from '#lib/messages/all.ts';
import { createTexts } from '#lib/messages/format.ts';
import type { Address } from '#lib/orders/address.ts';
import { Failure } from '../core/failure.ts';
import type { Checkout, CheckoutChoices } from './checkout.ts';
import type { CheckoutTotals } from './checkout-totals.ts';
import { findCountryRules } from './countries.ts';
import { tipError } from './extras.ts';
import { couponFailure, discountError, lineError, priceError, totalChangedMessage } from './line-errors.ts';
import type { PricedCheckout } from './price-checkout.ts';

const english = createTexts(allTexts);

/**
 * Checks the required fields of a checkout; if nothing is shipped, only the email.
 * @throws Failure 10001 with the message for the first invalid field
 */
export function checkRequiredFields(choices: CheckoutChoices, { quote, settings }: PricedCheckout): void {
  const refuse = (message: string) => {
    if (message !== '') throw new Failure(codes.badParameter, message);
  };
  refuse(validateEmail(choices.email, english));
  if (!quote.requiresShipping) return;
  const address = { ...choices.address, phone: choices.address.phone || choices.phone };
  const problems = validateAddress(address, settings.countries, english, quote.shipping?.needsPhone);
  refuse(Object.values(problems)[0] ?? '');
  refuseBilling(choices.billing, refuse);
  const taxId = settings.taxId.countries.find(({ country }) => country === address.country_code);
  if (taxId) {
    if (taxId.required && choices.taxId === '') refuse(`${taxId.label} can't be blank`);
    if (choices.taxId !== '' && !new RegExp(taxId.pattern).test(choices.taxId)) {
      refuse(`Please enter a valid ${taxId.label}`);
    }
  }
  if (quote.shippings.length === 0) refuse('We cannot ship this order to the address.');
  refuse(tipError(settings.tip, quote.amounts.subtotal - quote.amounts.discount, choices.tip));
}

/** Checks the billing address by the rules of its own country, even if the shop does not ship there. */
function refuseBilling(billing: Address | null, refuse: (message: string) => void): void {
  if (!billing) return;
  const countries = findCountryRules(billing.country_code);
  const [problem] = Object.values(validateAddress({ ...billing, phone: '' }, countries, english));
  if (problem) refuse(english.text('billingProblem', { problem }));
}

/**
 * Checks that the order still matches the prices and terms that the shopper saw.
 * @param shownTotal total that the page displayed, minor units; null if the client sent none
 * @throws Failure 10209 with a message that names the change
 */
export function checkShownTerms(
  checkout: Checkout,
  choices: CheckoutChoices,
  quote: CheckoutTotals,
  shownTotal: number | null,
): void {
  const refuse = (message: string) => {
    throw new Failure(codes.checkoutChanged, message);
  };
  const lineMessage = quote.bag.lines.map(lineError).find((message) => message !== '');
  if (lineMessage) refuse(lineMessage);
  const coupon = couponFailure(quote.bag);
  if (coupon) refuse(coupon.message);
  if (choices.coupon !== '' && quote.bag.coupon === '') {
    refuse('The discount code would raise the total, so it was not applied.');
  }
  if (quote.requiresShipping && !quote.stillValid.shipping) {
    refuse('The chosen shipping method is no longer offered for this order. Please choose another.');
  }
  if (shownTotal !== null) {
    if (shownTotal !== quote.amounts.total) {
      const [shownDiscount, now] = discounts(checkout, quote);
      if (shownDiscount !== now) refuse(discountError(shownDiscount, now, quote.bag.currency));
      refuse(totalChangedMessage(shownTotal, quote.amounts.total, quote.bag.currency));
    }
    return;
  }
  for (const [index, line] of quote.bag.lines.entries()) {
    const shownPrice = checkout.lines[index]?.seenPrice ?? line.unitPrice;
    if (shownPrice !== line.unitPrice) refuse(priceError(line, shownPrice, quote.bag.currency));
  }
  const [shownDiscount, now] = discounts(checkout, quote);
  // Skip this check if the shopper added or removed a coupon, because the page has already displayed the new discount.
  if (shownDiscount !== now && choices.coupon === checkout.choices.coupon)
    refuse(discountError(shownDiscount, now, quote.bag.currency));
}

/** Returns the total discount that the shopper saw last, and the current total discount. */
function discounts(checkout: Checkout, quote: CheckoutTotals): [seen: number, now: number] {
  return [
    checkout.lines.reduce((all, line) => all + line.seenDiscount, 0),
    quote.bag.lines.reduce((all, line) => all + line.discount, 0),
  ];
}
