/** Splits and formats the remaining time of a countdown in days, hours, minutes and seconds (R09, R112). Pure. */

/** Units of countdowns, by their number in settings (MKT-18). */
export const countdownUnits = { 1: 'second', 2: 'minute', 3: 'hour', 4: 'day' } as const;

export type CountdownUnit = keyof typeof countdownUnits;

const lengths: Readonly<Record<CountdownUnit, number>> = {
  1: 1000,
  2: 60_000,
  3: 3_600_000,
  4: 86_400_000,
};

/** Converts a number of units to milliseconds. */
export function unitsToMs(count: number, unit: CountdownUnit): number {
  return count * lengths[unit];
}

/**
 * Splits a duration into units, longest first: `[[4, 2], [3, 0], [2, 5], [1, 9]]` is 2 days, 5 minutes and 9 seconds. Omits leading zeros;
 * if no time is left, returns `[[1, 0]]`.
 * @param remaining milliseconds
 */
export function splitDuration(remaining: number): [CountdownUnit, number][] {
  let rest = Math.max(0, remaining);
  const parts: [CountdownUnit, number][] = [];
  for (const unit of [4, 3, 2, 1] as const) {
    const count = Math.floor(rest / lengths[unit]);
    rest -= count * lengths[unit];
    if (parts.length > 0 || count > 0 || unit === 1) parts.push([unit, count]);
  }
  return parts;
}

/** Formats the remaining time in the given language: `2 days 0 hours 5 minutes 9 seconds`. */
export function formatDuration(remaining: number, lang: string): string {
  return splitDuration(remaining)
    .map(([unit, count]) =>
      new Intl.NumberFormat(lang, { style: 'unit', unit: countdownUnits[unit], unitDisplay: 'long' }).format(
        count,
      ),
    )
    .join(' ');
}
