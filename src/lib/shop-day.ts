/** Days of the shop's time zone: one has 23, 24 or 25 hours, and not every one begins at 00:00. Pure. */

import { dateFormat } from './date-format.ts';

const hour = 3_600_000;

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
  return isoFormat(zone, {}).format(at);
}

/** The first millisecond of a day, UTC; of a day that a zone has left out that of the next. */
export function startOfDay(day: string, zone: string): number {
  return instantOf(day, '00:00', zone);
}

/**
 * The instant at which the zone's clocks show a time of a day, ms UTC. Of a time that is there twice the first; of one
 * that is left out the instant of the jump.
 * @param time `HH:MM`
 */
export function instantOf(day: string, time: string, zone: string): number {
  const wanted = Date.parse(`${day}T${time}Z`);
  // Within two days clocks are changed once at most: it is so far from UTC as they are a day before, or a day after.
  const [byOld, byNew] = [-24 * hour, 24 * hour].map(
    (away) => 2 * wanted + away - clockOf(wanted + away, zone),
  ) as [number, number];
  if (byOld === byNew) return byOld;
  const shown = [byOld, byNew].find((at) => clockOf(at, zone) === wanted);
  return shown ?? jumpOver(wanted, { from: byNew, to: byOld }, zone);
}

/** The first instant after a time that the zone's clocks leave out, found between two others by halving. */
function jumpOver(wanted: number, { from, to }: { from: number; to: number }, zone: string): number {
  let [before, found] = [from, to];
  while (found - before > 1) {
    const middle = Math.floor((before + found) / 2);
    if (clockOf(middle, zone) < wanted) before = middle;
    else found = middle;
  }
  return found;
}

/** What a zone's clocks show, as if it were UTC; ms, in whole seconds. */
function clockOf(at: number, zone: string): number {
  const parts = isoFormat(zone, clock).formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return Date.parse(
    `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}Z`,
  );
}

/** So many days later. @param by may be negative */
export function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(day) + by * 24 * hour).toISOString().slice(0, 10);
}

/** So many days up to one, the oldest first. */
export function daysUpTo(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => shiftDay(last, index - count + 1));
}

const clock = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

function isoFormat(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // Of Canada: year, month and day in the order of ISO 8601.
  return dateFormat('en-CA', {
    ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', ...options },
  });
}
