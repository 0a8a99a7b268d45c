/** Which country a browser's time zone speaks of: a first guess, which the shopper's own word always beats. */

/** Zones of each country asked about, in the spelling of this Node; at most one entry for each two letters. */
const zonesOf = new Map<string, readonly string[]>();

/**
 * The first of these countries whose clocks follow the zone.
 * @param zone IANA, by any of its names
 * @returns null where none of them does, and for what is no zone
 */
export function countryOfZone(zone: string, countries: readonly string[]): string | null {
  const known = canonical(zone);
  return known === null ? null : (countries.find((code) => zonesIn(code).includes(known)) ?? null);
}

function zonesIn(code: string): readonly string[] {
  const known = zonesOf.get(code);
  if (known) return known;
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
