/** Which shipping methods a bag may use, and what they cost (R36, R67). Pure. */
import type { PricedLine } from '../promotions/priced-bag.ts';
import type { ShippingMethod, ShippingSettings } from './settings.ts';

/** What the methods' min and max are held against. */
export interface Parcel {
  /** Goods after discounts, minor units. */
  totalPay: number;
  grams: number;
  /** Pieces of the selected lines without gifts. */
  pieces: number;
}

/** What lines that are bought weigh and come to; what is not shipped has no weight. */
export function parcelOf(lines: readonly PricedLine[]): Parcel {
  const sum = (measure: (line: PricedLine) => number) =>
    lines.reduce((total, line) => total + measure(line), 0);
  return {
    totalPay: sum(({ amount, discount }) => amount - discount),
    grams: sum(({ line, variant }) => (variant?.requiresShipping ? variant.weightGrams * line.quantity : 0)),
    pieces: sum(({ line }) => (line.isGift ? 0 : line.quantity)),
  };
}

/** All methods of the zone that serves the country, whatever is in the bag; none for a country no zone serves, or for ''. */
export function methodsOf(settings: ShippingSettings, countryCode: string): readonly ShippingMethod[] {
  if (countryCode === '') return [];
  const named = settings.zones.find((zone) => zone.countries.includes(countryCode));
  const zone = named ?? settings.zones.find((candidate) => candidate.countries.includes('*'));
  return zone?.methods ?? [];
}

/**
 * The rules the bag may speak of: those by amount or pieces, because it knows no weights (R67).
 * @param countryCode '' while it is unknown: then the shop's first zone, its home, stands for it
 */
export function bagMethods(settings: ShippingSettings, countryCode: string): ShippingMethod[] {
  const methods = countryCode === '' ? (settings.zones[0]?.methods ?? []) : methodsOf(settings, countryCode);
  return methods.filter((method) => method.shipping_type !== 2);
}

/** min ≤ measure, and measure ≤ max where there is a max (R67). */
export function fits(method: ShippingMethod, parcel: Parcel): boolean {
  const measure = { 1: parcel.totalPay, 2: parcel.grams, 3: parcel.pieces }[method.shipping_type];
  return method.min <= measure && (method.max === null || measure <= method.max);
}

/** The methods the checkout offers for this bag. */
export function eligibleMethods(
  settings: ShippingSettings,
  countryCode: string,
  parcel: Parcel,
): ShippingMethod[] {
  return methodsOf(settings, countryCode).filter((method) => fits(method, parcel));
}

/** The cheapest method, the earlier of equals; null when there is none. */
export function cheapest(methods: readonly ShippingMethod[]): ShippingMethod | null {
  return methods.reduce<ShippingMethod | null>(
    (best, method) => (best === null || method.shipping_amount < best.shipping_amount ? method : best),
    null,
  );
}
