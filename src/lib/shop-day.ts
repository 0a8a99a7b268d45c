/** Days of the shop's time zone: one has 23, 24 or 25 hours, and not every one begins at 00:00. Pure. */

const hour = 3_600_000;
/** Clocks are at most 14 hours from UTC, and jump by an hour or so. */
const furthest = 16 * hour;
const formats = new Map<string, Intl.DateTimeFormat>();
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Whether there is such a time zone (IANA). */
export function isTimeZone(zone: string): boolean {
  try {
    // Not kept: a zone has as many spellings as its letters have cases.
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
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

/**
 * The instant at which the zone's clocks show a time of a day, ms UTC. Of an hour that is there twice the first; of one
 * that is left out the instant after the jump.
 * @param time `HH:MM`
 */
export function instantOf(day: string, time: string, zone: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const start = startOfDay(day, zone);
  const wanted = Date.parse(`${day}T${time}Z`);
  const guess = start + hours * hour + minutes * 60_000;
  // On a day on which the clocks are changed the guess is off by the jump, which is half an hour on Lord Howe.
  const jumps = [-hour, -hour / 2, 0, hour / 2, hour];
  return jumps.map((jump) => guess + jump).find((at) => clockOf(at, zone) === wanted) ?? guess;
}

/** What a zone's clocks show, as if it were UTC; ms. */
function clockOf(at: number, zone: string): number {
  const parts = clockFormat(zone).formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return Date.parse(`${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}Z`);
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

function clockFormat(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  clocks.set(zone, made);
  return made;
}
