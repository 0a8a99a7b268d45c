/**
 * Creates warnings about shipping settings that are valid but prevent some shoppers from ordering or from getting the promised free
 * shipping.
 */
import { multiplyHalfUp, parseDecimal } from '#lib/money/decimal.ts';
import { currencyDigits } from '#lib/money/minor.ts';
import { readShopCurrency } from '../catalog/currency-store.ts';
import type { Queryable } from '../db/database.ts';
import { readThemeSetting } from '../theme/store.ts';
import { readCheckoutSettings, type ShippingSettings } from './settings.ts';

/**
 * Returns the titles of the shipping zones that have no free shipping method with the bag's free-shipping threshold as its minimum. Pure.
 * @param threshold minor units
 */
export function zonesWithoutFreeShipping(settings: ShippingSettings, threshold: number): string[] {
  return settings.zones
    .filter(
      ({ methods }) =>
        !methods.some(
          (method) =>
            method.shipping_type === 1 &&
            method.shipping_amount === 0 &&
            method.min === Math.max(0, threshold),
        ),
    )
    .map(({ title }) => title);
}

/**
 * Returns the ranges of order amounts without a shipping method, for each zone whose methods are all limited by amount. Pure.
 * @returns title of the zone, first and last amount in minor units; `to` is null if the range has no upper limit
 */
export function findAmountGaps({
  zones,
}: ShippingSettings): { title: string; from: number; to: number | null }[] {
  return zones.flatMap(({ title, methods }) => {
    if (methods.some((method) => method.shipping_type !== 1)) return [];
    const gaps: { title: string; from: number; to: number | null }[] = [];
    let next: number | null = 0;
    for (const { min, max } of methods.toSorted((one, other) => one.min - other.min)) {
      if (next === null) break;
      if (max !== null && max < min) continue;
      if (min > next) gaps.push({ title, from: next, to: min - 1 });
      next = max === null ? null : Math.max(next, max + 1);
    }
    return next === null ? gaps : [...gaps, { title, from: next, to: null }];
  });
}

/**
 * Returns the countries that the checkout offers although no shipping zone includes them, so that orders to them have no shipping method.
 * Pure.
 */
export function countriesWithoutZone({ zones }: ShippingSettings, countries: readonly string[]): string[] {
  const inZones = new Set<string>(zones.flatMap((zone) => zone.countries));
  return inZones.has('*') ? [] : countries.filter((country) => !inZones.has(country));
}

/** Returns a warning for the merchant about each shipping setting that contradicts another one (SHIPR-09, R67). */
export async function findShippingWarnings(db: Queryable): Promise<string[]> {
  const [bag, { shipping, countries }, currency] = await Promise.all([
    readThemeSetting(db, 'bag'),
    readCheckoutSettings(db),
    readShopCurrency(db),
  ]);
  const codes = countriesWithoutZone(
    shipping,
    countries.map(({ code }) => code),
  );
  return [
    ...thresholdWarning(shipping, bag.freeShippingThreshold, currency),
    ...findAmountGaps(shipping).map(
      ({ title, from, to }) =>
        `The shipping zone ${title} has no method for orders ${to === null ? `from ${from}` : `of ${from} to ${to}`} (minor units of ${currency}). Add a method, or change min and max of another one.`,
    ),
    ...(codes.length === 0
      ? []
      : [
          `No shipping zone has ${codes.join(', ')}. Add the countries to a zone, or remove them from countries in theme.json.`,
        ]),
  ];
}

function thresholdWarning(shipping: ShippingSettings, setting: unknown, currency: string): string[] {
  const threshold =
    typeof setting === 'string' && setting.trim() === '' ? Number.NaN : Number(setting ?? Number.NaN);
  if (!Number.isFinite(threshold)) return [];
  const minor = multiplyHalfUp(10 ** currencyDigits(currency), parseDecimal(threshold));
  const zones = zonesWithoutFreeShipping(shipping, minor);
  if (zones.length === 0) return [];
  return [
    `The bag promises free shipping from ${threshold} ${currency}, but these zones have no free method by amount that starts there: ${zones.join(', ')}`,
  ];
}
