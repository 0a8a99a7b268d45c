/** Error messages for a checkout that cannot be completed as the client sent it (R66). Pure. */
import * as codes from '#lib/contract/codes.ts';
import { formatNumber } from '#lib/money/format.ts';
import { currencyDigits, toWire } from '#lib/money/minor.ts';
import { Failure } from '../core/failure.ts';
import type { LineProblem, PricedBag, PricedLine } from '../promotions/priced-bag.ts';
import { toWireMessage } from '../promotions/wire.ts';

/** Returns the name of a line as displayed to shoppers: `"Bowl (Sand, Large)"`. */
export function lineName({ variant }: PricedLine): string {
  if (!variant) return 'A product';
  const option = variant.optionValues.join(', ');
  return `"${variant.productTitle}${option ? ` (${option})` : ''}"`;
}

const problemTexts: Record<Exclude<LineProblem, '' | 'not_enough'>, string> = {
  sold_out: 'is sold out.',
  changed: 'has been changed by the shop. Please select it again.',
  deleted: 'is no longer in the shop.',
  unpublished: 'is not for sale at the moment.',
  presale: 'is a pre-sale product and ordered from its own page.',
  gift_lost: 'is no longer a gift with this order.',
};

/** Returns why a line cannot be bought; '' if it can. */
export function lineError(line: PricedLine): string {
  if (line.problem === '') return '';
  if (line.problem === 'not_enough') {
    return `Only ${line.variant?.stock ?? 0} of ${lineName(line)} are left.`;
  }
  return `${lineName(line)} ${problemTexts[line.problem]}`;
}

export function priceError(line: PricedLine, shownPrice: number, currency: string): string {
  return `The price of ${lineName(line)} changed from ${amount(shownPrice, currency)} to ${amount(line.unitPrice, currency)} ${currency}.`;
}

/**
 * Returns the error message `The discount changed from 5.00 to 0.00 USD …`, for a promotion that started or ended, or lines that no longer
 * qualify.
 */
export function discountError(shownDiscount: number, now: number, currency: string): string {
  return `The discount changed from ${amount(shownDiscount, currency)} to ${amount(now, currency)} ${currency}, because a promotion started or ended. Please check the total and order again.`;
}

export function totalChangedMessage(shownTotal: number, total: number, currency: string): string {
  return `The total changed from ${amount(shownTotal, currency)} to ${amount(total, currency)} ${currency}. Please check it and order again.`;
}

function amount(minor: number, currency: string): string {
  return formatNumber(toWire(minor, currency), currencyDigits(currency));
}

/** Error messages for a rejected coupon, by error code. */
export const couponErrors: Record<Exclude<PricedBag['couponRefusal'], 0>, string> = {
  [codes.couponUnknown]: 'This discount code is unknown or has expired.',
  [codes.couponConditionsNotMet]: 'The conditions of this discount code are not met.',
  [codes.couponUsedUp]: 'This discount code has been used up.',
};

/** Returns the error for a rejected coupon, with the error code from the API contract; null if the coupon is valid or there is none. */
export function couponFailure(bag: PricedBag): Failure | null {
  const { couponRefusal: code, couponGap: gap, currency } = bag;
  if (code === codes.ok) return null;
  const reason = gap && {
    ...toWireMessage(gap.hint, currency),
    ...{ seoUrl: gap.promotion.seoUrl, title: gap.promotion.title },
  };
  return new Failure(code, couponErrors[code], 0, reason ?? undefined);
}
