/** Calculates days in the shop's time zone: a day has 23, 24 or 25 hours, and some days begin after 00:00. Pure. */

import { dateFormat } from './date-format.ts';

const hour = 3_600_000;

/** Returns whether the time zone exists (IANA). */
export function isTimeZone(zone: string): boolean {
  try {
    // Not cached, because a client can spell a time zone in any mix of upper and lower case.
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** Returns the day, `YYYY-MM-DD`, of a time in a time zone. @param at ms UTC */
export function dayInTimeZone(at: number, zone: string): string {
  return isoFormat(zone, {}).format(at);
}

/** Returns the start of a day in a time zone, ms UTC; if the time zone skipped that day, the start of the next day. */
export function startOfDay(day: string, zone: string): number {
  return toInstant(day, '00:00', zone);
}

/**
 * Returns the time, ms UTC, at which clocks in the time zone show a local time. If they show it twice, returns the first occurrence; if
 * they skip it, the moment of the clock change.
 * @param time `HH:MM`
 */
export function toInstant(day: string, time: string, zone: string): number {
  const wallTime = Date.parse(`${day}T${time}Z`);
  // Clocks change at most once within these two days, so the UTC offset is that of the day before or that of the day after.
  const [byOld, byNew] = [-24 * hour, 24 * hour].map(
    (away) => 2 * wallTime + away - clockOf(wallTime + away, zone),
  ) as [number, number];
  if (byOld === byNew) return byOld;
  const shown = [byOld, byNew].find((at) => clockOf(at, zone) === wallTime);
  return shown ?? jumpOver(wallTime, { from: byNew, to: byOld }, zone);
}

/** Finds the moment of the clock change by bisection: the first millisecond at which clocks are past the skipped time. */
function jumpOver(wallTime: number, { from, to }: { from: number; to: number }, zone: string): number {
  let [before, found] = [from, to];
  while (found - before > 1) {
    const middle = Math.floor((before + found) / 2);
    if (clockOf(middle, zone) < wallTime) before = middle;
    else found = middle;
  }
  return found;
}

/** Returns the local time of a time zone as if it were UTC, in ms but with the precision of a second. */
function clockOf(at: number, zone: string): number {
  const parts = isoFormat(zone, clock).formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return Date.parse(
    `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}Z`,
  );
}

/** Returns the day that is `by` days later. @param by may be negative */
export function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(day) + by * 24 * hour).toISOString().slice(0, 10);
}

/** Returns the `count` days that end with the day `last`, oldest first. */
export function daysUpTo(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => shiftDay(last, index - count + 1));
}

const clock = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

function isoFormat(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // The Canadian date format has the order of ISO 8601: year, month, day.
  return dateFormat('en-CA', {
    ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', ...options },
  });
}
