/**
 * Calculates the tax of a checkout. Pure, in whole minor units.
 *
 * The base of a tax line is the price of the taxable products after discounts, plus the shipping price if `on_shipping` is set. Tip and
 * insurance are not taxed. Each line is rounded half up once, over its whole base. If prices include the tax, the included part is only
 * displayed and nothing is added.
 */
import { allocate } from '#lib/money/allocate.ts';
import { divideHalfUp, parseDecimal, percentOf } from '#lib/money/decimal.ts';
import type { TaxSettings } from './settings.ts';

export interface TaxPlace {
  countryCode: string;
  /** Province code from the country's list of provinces. */
  province: string;
  zip: string;
}

export interface TaxLine {
  title: string;
  /** Tax rate, percent. */
  rate: number;
  amount: number;
}

export interface Tax {
  lines: TaxLine[];
  /** Tax that is added to the total; 0 if prices include the tax. */
  added: number;
  /** The part of `added` that belongs to each product line; the rest is tax on shipping. */
  perProductLine: number[];
  included: boolean;
}

type Rule = TaxSettings['rules'][number];

/**
 * Returns the most specific tax rule for a place: postal code before province before country, and the first of equally specific rules; null
 * if none matches.
 */
export function taxRule(settings: TaxSettings, place: TaxPlace): Rule | null {
  const weight = (rule: Rule) => rule.zip.length * 2 + (rule.province === '' ? 0 : 1);
  return settings.rules
    .filter(
      (rule) =>
        rule.country === place.countryCode &&
        (rule.province === '' || rule.province === place.province) &&
        plainZip(place.zip).startsWith(plainZip(rule.zip)),
    )
    .reduce<Rule | null>((best, rule) => (best === null || weight(rule) > weight(best) ? rule : best), null);
}

/** Normalises a postal code, which shoppers type with or without spaces and in upper or lower case. */
function plainZip(zip: string): string {
  return zip.replace(/\s/g, '').toUpperCase();
}

/**
 * Calculates the taxes of an order and the tax added to each product line.
 * @param taxablePrices price of each line after discounts; 0 if the line is not taxable
 * @param shipping price of the shipping method
 */
export function computeTax(
  settings: TaxSettings,
  place: TaxPlace,
  taxablePrices: readonly number[],
  shipping: number,
): Tax {
  const perProductLine = taxablePrices.map(() => 0);
  const rule = taxRule(settings, place);
  if (!rule) return { lines: [], added: 0, perProductLine, included: false };
  const taxableTotal = taxablePrices.reduce((sum, line) => sum + line, 0);
  const lines = rule.lines.map(({ title, rate, on_shipping }) => {
    const shipped = on_shipping ? shipping : 0;
    const base = taxableTotal + shipped;
    const amount = rule.included ? taxInside(base, rate) : percentOf(base, rate);
    const parts = allocate(amount, [...taxablePrices, shipped]);
    if (!rule.included) for (const index of perProductLine.keys()) perProductLine[index]! += parts[index]!;
    return { title, rate, amount };
  });
  const added = rule.included ? 0 : lines.reduce((sum, line) => sum + line.amount, 0);
  return { lines, added, perProductLine, included: rule.included };
}

/** Returns the tax contained in a price: price × rate ÷ (100 + rate). */
function taxInside(gross: number, rate: number): number {
  const { digits, scale } = parseDecimal(rate);
  return Number(divideHalfUp(BigInt(gross) * digits, 100n * 10n ** BigInt(scale) + digits));
}
