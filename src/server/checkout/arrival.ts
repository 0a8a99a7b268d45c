/**
 * Calculates arrival dates by destination and shipping method. All pages and endpoints calculate their dates with this file, from the same
 * settings. Pure.
 */
import type { DeliveryEstimate } from '#lib/contract/delivery-estimate.ts';
import type { PricedBag, PricedLine } from '../promotions/priced-bag.ts';
import type { CheckoutTotals } from './checkout-totals.ts';
import {
  buildDeliveryCalendar,
  calculateDeliveryPromise,
  type DeliveryPromise,
  type DispatchLine,
} from './delivery-promise.ts';
import type { DeliverySettings, ShippingMethod, ShippingSettings } from './settings.ts';
import { cheapestMethod, eligibleMethods, measureParcel, type ParcelMeasurements } from './shipping.ts';

/** Cache of the canonical time zone names of each country; at most one entry per country code. */
const zonesOf = new Map<string, readonly string[]>();

/**
 * Returns the first of `countries` that uses the time zone; null if none of them does or the time zone is invalid.
 * @param zone IANA time zone name or alias
 */
function countryOfZone(zone: string, countries: readonly string[]): string | null {
  const canonicalZone = canonical(zone);
  return canonicalZone === null
    ? null
    : (countries.find((code) => zonesIn(code).includes(canonicalZone)) ?? null);
}

function zonesIn(code: string): readonly string[] {
  const cachedZones = zonesOf.get(code);
  if (cachedZones) return cachedZones;
  // `getTimeZones` is part of ECMA-402, but missing from TypeScript's library types.
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones(): string[] | undefined };
  const names = locale.getTimeZones() ?? [];
  const zones = names.map((name) => canonical(name) ?? name);
  zonesOf.set(code, zones);
  return zones;
}

function canonical(zone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Returns the shop's home country, for which pages show delivery dates; '' if no zone lists a specific country. */
export function homeCountry({ home, zones }: ShippingSettings): string {
  return home ?? zones.flatMap(({ countries }) => countries).find((country) => country !== '*') ?? '';
}

/**
 * Returns the destination country: the requested one, otherwise the country of the shopper's time zone, otherwise the shop's home country.
 */
export function resolveDestinationCountry(
  request: { country_code?: string | undefined; time_zone?: string | undefined },
  { shipping, served }: DeliverySettings,
): string {
  const home = homeCountry(shipping);
  if (request.country_code !== undefined) return request.country_code;
  return countryOfZone(request.time_zone ?? '', [home, ...served].filter(Boolean)) ?? home;
}

/** Returns, for each line that is shipped, the properties that determine its dispatch date. */
export function toDispatchLines(lines: readonly PricedLine[]): DispatchLine[] {
  return lines.flatMap(({ line, variant }) =>
    variant?.requiresShipping
      ? [{ isCustomised: line.tailor.length > 0, shipsOn: variant.isPresale ? variant.shipsOn : null }]
      : [],
  );
}

/** Returns the delivery promise of a shipping method; null if there is no method, the method has no transit days, or there are no lines. */
export function deliveryPromiseForMethod(
  method: ShippingMethod | null,
  lines: readonly DispatchLine[],
  country: string,
  { shipping, holidays }: Pick<DeliverySettings, 'shipping' | 'holidays'>,
  now: number,
): DeliveryPromise | null {
  if (!method?.days) return null;
  return calculateDeliveryPromise(
    now,
    method.days,
    lines,
    buildDeliveryCalendar(shipping, holidays, country),
  );
}

/**
 * Returns the delivery promise of the default shipping method, which is the cheapest eligible one; null if the shop does not ship to the
 * country.
 */
export function deliveryPromiseByDefaultMethod(
  parcel: ParcelMeasurements,
  lines: readonly DispatchLine[],
  country: string,
  settings: DeliverySettings,
  now: number,
): DeliveryPromise | null {
  if (!settings.served.includes(country)) return null;
  const method = cheapestMethod(eligibleMethods(settings.shipping, country, parcel));
  return deliveryPromiseForMethod(method, lines, country, settings, now);
}

/** Returns the delivery promise for the selected lines that can be bought; null if none of them is shipped. */
export function deliveryPromiseForBag(
  { lines }: Pick<PricedBag, 'lines'>,
  country: string,
  settings: DeliverySettings,
  now: number,
): DeliveryPromise | null {
  const bought = lines.filter(({ line, problem }) => line.isSelected && problem === '');
  return deliveryPromiseByDefaultMethod(
    measureParcel(bought),
    toDispatchLines(bought),
    country,
    settings,
    now,
  );
}

/** Returns the arrival dates of a checkout by shipping method id; methods without a delivery promise are omitted. */
export function arrivalsByMethod(
  { lines, shippings }: Pick<CheckoutTotals, 'lines' | 'shippings'>,
  country: string,
  settings: Pick<DeliverySettings, 'shipping' | 'holidays'>,
  now: number,
): Map<string, DeliveryEstimate> {
  const promised = toDispatchLines(lines);
  return new Map(
    shippings.flatMap((method) => {
      const promise = deliveryPromiseForMethod(method, promised, country, settings, now);
      return promise ? [[method.id, pickArrivalDates(promise)] as const] : [];
    }),
  );
}

/** Returns only the arrival dates of a delivery promise, without the time at which the dates change. */
export function pickArrivalDates({ from, to }: DeliveryEstimate): DeliveryEstimate {
  return { from, to };
}
