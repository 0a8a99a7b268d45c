/** Determines the shipping methods that apply to a bag, and the cheapest of them (R36, R67). Pure. */
import type { PricedLine } from '../promotions/priced-bag.ts';
import type { ShippingMethod, ShippingSettings } from './settings.ts';

/** Measurements of a parcel, which the `min` and `max` of a shipping method can limit. */
export interface ParcelMeasurements {
  /** Price of the products after discounts, minor units. */
  totalPay: number;
  grams: number;
  /** Quantity of all lines, gifts excluded. */
  units: number;
}

/** Adds up the price, weight and quantity of lines that can be bought; products that are not shipped do not add weight. */
export function measureParcel(lines: readonly PricedLine[]): ParcelMeasurements {
  const sum = (measure: (line: PricedLine) => number) =>
    lines.reduce((total, line) => total + measure(line), 0);
  return {
    totalPay: sum(({ amount, discount }) => amount - discount),
    grams: sum(({ line, variant }) => (variant?.requiresShipping ? variant.weightGrams * line.quantity : 0)),
    units: sum(({ line }) => (line.isGift ? 0 : line.quantity)),
  };
}

/**
 * Returns all shipping methods of the zone that includes the country, regardless of the bag; [] for '' or a country that no zone includes.
 */
export function shippingMethodsFor(
  settings: ShippingSettings,
  countryCode: string,
): readonly ShippingMethod[] {
  if (countryCode === '') return [];
  const named = settings.zones.find((zone) => zone.countries.includes(countryCode));
  const zone = named ?? settings.zones.find((candidate) => candidate.countries.includes('*'));
  return zone?.methods ?? [];
}

/**
 * Returns the shipping methods that the bag may display. Methods limited by weight are left out, because weights are not available in the
 * bag (R67).
 * @param countryCode '' if unknown; then the first zone, which is the shop's home, applies
 */
export function shippingMethodsForBag(settings: ShippingSettings, countryCode: string): ShippingMethod[] {
  const methods =
    countryCode === '' ? (settings.zones[0]?.methods ?? []) : shippingMethodsFor(settings, countryCode);
  return methods.filter((method) => method.shipping_type !== 2);
}

/** Returns whether a parcel is within the limits of a shipping method, both inclusive (R67). */
export function isWithinMethodLimits(method: ShippingMethod, parcel: ParcelMeasurements): boolean {
  const measure = { 1: parcel.totalPay, 2: parcel.grams, 3: parcel.units }[method.shipping_type];
  return method.min <= measure && (method.max === null || measure <= method.max);
}

export function eligibleMethods(
  settings: ShippingSettings,
  countryCode: string,
  parcel: ParcelMeasurements,
): ShippingMethod[] {
  return shippingMethodsFor(settings, countryCode).filter((method) => isWithinMethodLimits(method, parcel));
}

/** Returns the cheapest shipping method, and the first one if several have the same price; null if there is none. */
export function cheapestMethod(methods: readonly ShippingMethod[]): ShippingMethod | null {
  return methods.reduce<ShippingMethod | null>(
    (best, method) => (best === null || method.shipping_amount < best.shipping_amount ? method : best),
    null,
  );
}
