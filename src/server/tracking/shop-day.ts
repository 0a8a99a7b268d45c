/** Days of the shop's time zone: one has 23, 24 or 25 hours, and not every one begins at 00:00. Pure. */

const hour = 3_600_000;
/** Clocks are at most 14 hours from UTC, and jump by an hour or so. */
const furthest = 16 * hour;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether there is such a time zone (IANA). */
export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(formatOf(zone));
  } catch {
    return false;
  }
}

/** The day of an instant, `YYYY-MM-DD`. @param at ms UTC */
export function dayOf(at: number, zone: string): string {
  return formatOf(zone).format(at);
}

/** The first millisecond of a day, UTC: found by halving, because a day's clocks may be changed at any hour of it. */
export function startOfDay(day: string, zone: string): number {
  let before = Date.parse(day) - furthest;
  let from = Date.parse(day) + furthest;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dayOf(middle, zone) < day) before = middle;
    else from = middle;
  }
  return from;
}

/** So many days later. @param by may be negative */
export function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(day) + by * 24 * hour).toISOString().slice(0, 10);
}

/** So many days up to one, the oldest first. */
export function daysUpTo(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => shiftDay(last, index - count + 1));
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  // Of Canada: year, month and day in the order of ISO 8601.
  const made = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  formats.set(zone, made);
  return made;
}
