/**
 * Calculates every amount of the order that a checkout would create (ORD-10, ORD-11). Pure. Amounts are integer minor units of the shop's
 * currency.
 */
import type { PricedBag, PricedLine } from '../promotions/priced-bag.ts';
import type { Checkout, CheckoutChoices, CheckoutLine } from './checkout.ts';
import { insurancePrice, tipError } from './extras.ts';
import type { CheckoutSettings, ShippingMethod } from './settings.ts';
import { cheapestMethod, eligibleMethods, measureParcel } from './shipping.ts';
import { computeTax, type Tax } from './tax.ts';

export interface OrderAmounts {
  subtotal: number;
  shipping: number;
  discount: number;
  insurance: number;
  tax: number;
  tip: number;
  /** Total of the order: subtotal + shipping + insurance + tax + tip − discount (ORD-11). */
  total: number;
}

export interface CheckoutTotals {
  bag: PricedBag;
  /** Lines of the bag that can be bought; they become the lines of the order. */
  lines: PricedLine[];
  amounts: OrderAmounts;
  requiresShipping: boolean;
  /** Shipping methods that are eligible for the country and the bag. */
  shippings: ShippingMethod[];
  /** The chosen shipping method, otherwise the cheapest one; null if nothing is shipped or no method is eligible. */
  shipping: ShippingMethod | null;
  tax: Tax;
  /** Price of the shipping insurance, whether or not the shopper has chosen it; null if the shop does not offer insurance. */
  insuranceOffer: number | null;
  /** Whether the chosen shipping method and tip are still valid. If not, `amounts` use the cheapest method and no tip. */
  stillValid: { shipping: boolean; tip: boolean };
}

export function computeTotals(
  bag: PricedBag,
  choices: CheckoutChoices,
  settings: CheckoutSettings,
): CheckoutTotals {
  const lines = bag.lines.filter((line) => line.problem === '');
  const productTotal = sum(lines, payOf);
  const requiresShipping = lines.some((line) => line.variant?.requiresShipping);
  const isServed = settings.countries.some(({ code }) => code === choices.address.country_code);
  const shippings =
    requiresShipping && isServed
      ? eligibleMethods(settings.shipping, choices.address.country_code, measureParcel(lines))
      : [];
  const chosen = shippings.find((method) => method.id === choices.shippingId) ?? null;
  const shipping = chosen ?? cheapestMethod(shippings);
  const shippingPrice = shipping?.shipping_amount ?? 0;
  const insuranceOffer = requiresShipping ? insurancePrice(settings.insurance, productTotal) : null;
  const insurance = choices.insurance ? (insuranceOffer ?? 0) : 0;
  const isTipValid = tipError(settings.tip, productTotal, choices.tip) === '';
  const tip = isTipValid ? choices.tip : 0;
  const place = {
    countryCode: choices.address.country_code,
    province: choices.address.province,
    zip: choices.address.zip,
  };
  const taxable = lines.map((line) => (line.variant?.isTaxable ? payOf(line) : 0));
  const tax = computeTax(settings.tax, place, taxable, shippingPrice);
  const subtotal = sum(lines, (line) => line.amount);
  const discount = sum(lines, (line) => line.discount);
  return {
    bag,
    lines,
    amounts: {
      subtotal,
      shipping: shippingPrice,
      discount,
      insurance,
      tax: tax.added,
      tip,
      total: subtotal + shippingPrice + insurance + tax.added + tip - discount,
    },
    requiresShipping,
    shippings,
    shipping,
    tax,
    insuranceOffer,
    stillValid: { shipping: choices.shippingId === '' || chosen !== null, tip: isTipValid },
  };
}

/** Returns the lines of a checkout. The current prices and discounts become those that the shopper saw last. */
export function linesWithCurrentPrices(checkout: Checkout, quote: CheckoutTotals): CheckoutLine[] {
  return checkout.lines.map(({ line, seenPrice, seenDiscount }, index) => ({
    line,
    seenPrice: quote.bag.lines[index]?.unitPrice ?? seenPrice,
    seenDiscount: quote.bag.lines[index]?.discount ?? seenDiscount,
  }));
}

function payOf(line: PricedLine): number {
  return line.amount - line.discount;
}

function sum(lines: readonly PricedLine[], measure: (line: PricedLine) => number): number {
  return lines.reduce((total, line) => total + measure(line), 0);
}
