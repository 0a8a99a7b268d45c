/** When what is bought arrives, by which method and where: the one way from settings to the days every surface says. Pure. */
import type { Arrival } from '#lib/contract/arrival.ts';
import type { PricedBag, PricedLine } from '../promotions/priced-bag.ts';
import { type DeliveryPromise, deliveryCalendar, type PromisedLine, promise } from './delivery-promise.ts';
import type { CheckoutTotals } from './quote.ts';
import type { DeliverySettings, ShippingMethod, ShippingSettings } from './settings.ts';
import { cheapest, eligibleMethods, type Parcel, parcelOf } from './shipping.ts';

/** Zones of each country asked about, in the spelling of this Node; at most one entry for each two letters. */
const zonesOf = new Map<string, readonly string[]>();

/**
 * The first of these countries whose clocks follow the zone.
 * @param zone IANA, by any of its names
 * @returns null where none of them does, and for what is no zone
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
  // Of ECMA-402, and not yet in the compiler's library.
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

/** The country for which pages speak, '' where every zone is for everywhere. */
export function homeCountry({ home, zones }: ShippingSettings): string {
  return home ?? zones.flatMap(({ countries }) => countries).find((country) => country !== '*') ?? '';
}

/** Where somebody is sent to: the country they name, else the one of their clock, else the shop's home. */
export function requestedCountry(
  asked: { country_code?: string | undefined; time_zone?: string | undefined },
  { shipping, served }: DeliverySettings,
): string {
  const home = homeCountry(shipping);
  if (asked.country_code !== undefined) return asked.country_code;
  return countryOfZone(asked.time_zone ?? '', [home, ...served].filter(Boolean)) ?? home;
}

/** What the lines that travel mean for the day on which they leave. */
export function promisedLines(lines: readonly PricedLine[]): PromisedLine[] {
  return lines.flatMap(({ line, variant }) =>
    variant?.requiresShipping
      ? [{ isCustomised: line.tailor.length > 0, shipsOn: variant.isPresale ? variant.shipsOn : null }]
      : [],
  );
}

/** @returns null for a method that promises nothing, for no lines, and without a method */
export function promiseBy(
  method: ShippingMethod | null,
  lines: readonly PromisedLine[],
  country: string,
  { shipping, holidays }: Pick<DeliverySettings, 'shipping' | 'holidays'>,
  now: number,
): DeliveryPromise | null {
  if (!method?.days) return null;
  return promise(now, method.days, lines, deliveryCalendar(shipping, holidays, country));
}

/** By the method that a checkout begins with: the cheapest that fits. */
export function usualPromise(
  parcel: Parcel,
  lines: readonly PromisedLine[],
  country: string,
  settings: DeliverySettings,
  now: number,
): DeliveryPromise | null {
  if (!settings.served.includes(country)) return null;
  const method = cheapest(eligibleMethods(settings.shipping, country, parcel));
  return promiseBy(method, lines, country, settings, now);
}

/** When what is chosen of a bag arrives. Nothing chosen, or nothing that travels: null. */
export function bagPromise(
  { lines }: Pick<PricedBag, 'lines'>,
  country: string,
  settings: DeliverySettings,
  now: number,
): DeliveryPromise | null {
  const bought = lines.filter(({ line, problem }) => line.isSelected && problem === '');
  return usualPromise(parcelOf(bought), promisedLines(bought), country, settings, now);
}

/** When a checkout arrives by each of its methods; those that promise nothing are left out. */
export function arrivalsOf(
  { lines, shippings }: Pick<CheckoutTotals, 'lines' | 'shippings'>,
  country: string,
  settings: Pick<DeliverySettings, 'shipping' | 'holidays'>,
  now: number,
): Map<string, Arrival> {
  const promised = promisedLines(lines);
  return new Map(
    shippings.flatMap((method) => {
      const promise = promiseBy(method, promised, country, settings, now);
      return promise ? [[method.id, daysOf(promise)] as const] : [];
    }),
  );
}

/** The days without the instant until which they hold. */
export function daysOf({ from, to }: Arrival): Arrival {
  return { from, to };
}
