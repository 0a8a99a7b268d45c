/** Days in the shop's time zone: a day has 23, 24 or 25 hours, and some begin after 00:00. Pure. */

import { dateFormat } from './date-format.ts';

const hour = 3_600_000;

/** Returns whether the time zone exists (IANA). */
export function isTimeZone(zone: string): boolean {
  try {
    // Not cached: a client can spell a zone in any mix of upper and lower case.
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** Returns the day of an instant, `YYYY-MM-DD`. @param at ms UTC */
export function dayInTimeZone(at: number, zone: string): string {
  return isoFormat(zone, {}).format(at);
}

/** Returns the first millisecond of a day, UTC; for a day that the zone skipped, that of the next day. */
export function startOfDay(day: string, zone: string): number {
  return toInstant(day, '00:00', zone);
}

/**
 * Returns the instant, ms UTC, at which clocks in the zone show a time. If clocks show it twice, returns the first; if they skip
 * it, the instant of the jump.
 * @param time `HH:MM`
 */
export function toInstant(day: string, time: string, zone: string): number {
  const wallTime = Date.parse(`${day}T${time}Z`);
  // Clocks change at most once within two days, so the offset is the one of a day before or of a day after.
  const [byOld, byNew] = [-24 * hour, 24 * hour].map(
    (away) => 2 * wallTime + away - clockOf(wallTime + away, zone),
  ) as [number, number];
  if (byOld === byNew) return byOld;
  const shown = [byOld, byNew].find((at) => clockOf(at, zone) === wallTime);
  return shown ?? jumpOver(wallTime, { from: byNew, to: byOld }, zone);
}

/** Finds the instant of the jump by bisection: the first at which the clock is past the skipped time. */
function jumpOver(wallTime: number, { from, to }: { from: number; to: number }, zone: string): number {
  let [before, found] = [from, to];
  while (found - before > 1) {
    const middle = Math.floor((before + found) / 2);
    if (clockOf(middle, zone) < wallTime) before = middle;
    else found = middle;
  }
  return found;
}

/** Returns the zone's clock time as if it were UTC; ms, in whole seconds. */
function clockOf(at: number, zone: string): number {
  const parts = isoFormat(zone, clock).formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return Date.parse(
    `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}Z`,
  );
}

/** Returns a day shifted by a number of days. @param by may be negative */
export function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(day) + by * 24 * hour).toISOString().slice(0, 10);
}

/** Returns `count` days that end with `last`, the oldest first. */
export function daysUpTo(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => shiftDay(last, index - count + 1));
}

const clock = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

function isoFormat(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // The Canadian format orders year, month and day as ISO 8601 does.
  return dateFormat('en-CA', {
    ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', ...options },
  });
}
