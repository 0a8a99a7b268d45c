/**
 * Calculates the arrival dates of an order. Pure. Working days, holidays, the cut-off time and time zones are evaluated only here; every
 * page displays this result (docs/decisions/26-delivery-promise.md).
 */
import type { DeliveryEstimate } from '#lib/contract/delivery-estimate.ts';
import { dayInTimeZone, shiftDay, toInstant } from '#lib/shop-day.ts';
import type { DaySpan, HolidaySettings, ShippingSettings } from './settings.ts';

/** Working days and cut-off time of the warehouse, and the days on which carriers deliver in one country. */
export interface DeliveryCalendar {
  /** IANA time zone of the warehouse. */
  timeZone: string;
  /** Cut-off time, `HH:MM`; an order placed earlier counts as placed that day. */
  cutOff: string;
  /** Working days of the warehouse between order and dispatch; 0 is the same day. */
  processing: DaySpan;
  /** Additional working days for a customised item. */
  customised: DaySpan;
  isWorkedOn(day: string): boolean;
  isDeliveredOn(day: string): boolean;
}

/** Properties of a line that determine its dispatch date. */
export interface DispatchLine {
  isCustomised: boolean;
  /** Dispatch date of a pre-sale product, `YYYY-MM-DD`; null for other products. */
  shipsOn: string | null;
}

export interface DeliveryPromise extends DeliveryEstimate {
  /** Next cut-off time, after which the arrival dates change; ms UTC. */
  changesAt: number;
}

/** Maximum number of consecutive days off; it prevents an endless loop for a calendar that contains only holidays. */
const maxDaysOff = 400;

/**
 * Returns the arrival dates of an order placed now; null if there are no lines. All lines ship together, when the last of them is ready.
 * @param now ms UTC
 * @param transit transit time of the shipping method, in working days of the destination
 */
export function calculateDeliveryPromise(
  now: number,
  transit: DaySpan,
  lines: readonly DispatchLine[],
  calendar: DeliveryCalendar,
): DeliveryPromise | null {
  if (lines.length === 0) return null;
  const { timeZone, cutOff } = calendar;
  const today = dayInTimeZone(now, timeZone);
  const isToday = calendar.isWorkedOn(today) && now < toInstant(today, cutOff, timeZone);
  const begins = isToday ? today : after(today, 1, calendar.isWorkedOn);
  // Anonymous clients may send a thousand lines, so calculate the dates only once for each combination of `isCustomised` and `shipsOn`.
  const kinds = new Map(lines.map((line) => [`${line.isCustomised} ${line.shipsOn}`, line]));
  const arrivals = [...kinds.values()].map((line) => arrival(begins, transit, line, calendar));
  return {
    from: lastOf(arrivals.map(({ from }) => from)),
    to: lastOf(arrivals.map(({ to }) => to)),
    // The cut-off depends only on the warehouse, not on the lines.
    changesAt: toInstant(begins, cutOff, timeZone),
  };
}

/** Returns the arrival dates of one line for an order that counts as placed on the day `begins`. */
function arrival(
  begins: string,
  transit: DaySpan,
  line: DispatchLine,
  calendar: DeliveryCalendar,
): DeliveryEstimate {
  const { processing, customised } = calendar;
  const extra = line.isCustomised ? customised : { min: 0, max: 0 };
  const leaves = (days: number) => {
    const ready = after(begins, days, calendar.isWorkedOn);
    if (line.shipsOn === null || line.shipsOn <= ready) return ready;
    return onOrAfter(line.shipsOn, calendar.isWorkedOn);
  };
  const arrives = (packed: number, travels: number) =>
    // Even with zero transit days, the order must arrive on a day with deliveries.
    onOrAfter(after(leaves(packed), travels, calendar.isDeliveredOn), calendar.isDeliveredOn);
  return {
    from: arrives(processing.min + extra.min, transit.min),
    to: arrives(processing.max + extra.max, transit.max),
  };
}

function lastOf(days: readonly string[]): string {
  return days.reduce((last, day) => (day > last ? day : last));
}

/** Builds the calendar of the warehouse and the destination from the settings. @param country two-letter code of the destination */
export function buildDeliveryCalendar(
  settings: ShippingSettings,
  holidays: HolidaySettings,
  country: string,
): DeliveryCalendar {
  const { timeZone = 'UTC', cutOff = '12:00', workingDays = [1, 2, 3, 4, 5] } = settings;
  const { processing = { min: 0, max: 1 }, customised = { min: 0, max: 0 } } = settings;
  const rests = new Set(holidays.warehouse);
  const feasts = new Set(holidays.destinations[country]);
  // Carriers deliver from Monday to Friday, regardless of the warehouse's working days.
  return {
    ...{ timeZone, cutOff, processing, customised },
    isWorkedOn: (day) => workingDays.includes(weekday(day)) && !rests.has(day),
    isDeliveredOn: (day) => weekday(day) <= 5 && !feasts.has(day),
  };
}

/** Returns the ISO 8601 weekday: 1 is Monday, 7 is Sunday. */
function weekday(day: string): number {
  return new Date(Date.parse(day)).getUTCDay() || 7;
}

/** Returns the date `count` days after `day`, counting only the days for which `counts` returns true. */
function after(day: string, count: number, counts: (day: string) => boolean): string {
  let [found, remaining, rest] = [day, count, 0];
  while (remaining > 0 && rest < maxDaysOff) {
    found = shiftDay(found, 1);
    rest = counts(found) ? 0 : rest + 1;
    if (rest === 0) remaining -= 1;
  }
  return found;
}

function onOrAfter(day: string, counts: (day: string) => boolean): string {
  return counts(day) ? day : after(day, 1, counts);
}
