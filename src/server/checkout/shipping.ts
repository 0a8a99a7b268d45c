/** Which shipping methods apply to a bag, and at what price (R36, R67). Pure. */
import type { PricedLine } from '../promotions/priced-bag.ts';
import type { ShippingMethod, ShippingSettings } from './settings.ts';

/** The measures that a method's min and max limit. */
export interface ParcelMeasurements {
  /** Price of the products after discounts, minor units. */
  totalPay: number;
  grams: number;
  /** Quantity of all lines, gifts excluded. */
  units: number;
}

/** Adds up price, weight and quantity of purchasable lines; products that are not shipped have no weight. */
export function measureParcel(lines: readonly PricedLine[]): ParcelMeasurements {
  const sum = (measure: (line: PricedLine) => number) =>
    lines.reduce((total, line) => total + measure(line), 0);
  return {
    totalPay: sum(({ amount, discount }) => amount - discount),
    grams: sum(({ line, variant }) => (variant?.requiresShipping ? variant.weightGrams * line.quantity : 0)),
    units: sum(({ line }) => (line.isGift ? 0 : line.quantity)),
  };
}

/** Returns all methods of the zone that serves the country, whatever is in the bag; none for '' or an unserved country. */
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
 * Returns the methods that the bag may mention: those by amount or quantity, because the bag knows no weights (R67).
 * @param countryCode '' if unknown: then the first zone, the shop's home, applies
 */
export function shippingMethodsForBag(settings: ShippingSettings, countryCode: string): ShippingMethod[] {
  const methods =
    countryCode === '' ? (settings.zones[0]?.methods ?? []) : shippingMethodsFor(settings, countryCode);
  return methods.filter((method) => method.shipping_type !== 2);
}

/** Returns whether the parcel is within the method's limits, both inclusive (R67). */
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

/** Returns the cheapest method, the first of equals; null if there is none. */
export function cheapestMethod(methods: readonly ShippingMethod[]): ShippingMethod | null {
  return methods.reduce<ShippingMethod | null>(
    (best, method) => (best === null || method.shipping_amount < best.shipping_amount ? method : best),
    null,
  );
}
