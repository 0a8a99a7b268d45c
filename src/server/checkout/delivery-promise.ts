/**
 * When an order arrives. Pure: working days, holidays, cut-off and time zones are counted here and nowhere else, and every
 * surface says what comes of it (docs/decisions/26-delivery-promise.md).
 */
import type { Arrival } from '#lib/contract/arrival.ts';
import { dayOf, instantOf, shiftDay } from '#lib/shop-day.ts';
import type { DaySpan, HolidaySettings, ShippingSettings } from './settings.ts';

/** Working days and hours of the warehouse, and the days on which parcels are handed over in one country. */
export interface DeliveryCalendar {
  /** Of the warehouse, IANA. */
  timeZone: string;
  /** `HH:MM` until which an order counts as of the same day. */
  cutOff: string;
  /** Days from the order to the parcel's way, working days of the warehouse; 0 is the same day. */
  processing: DaySpan;
  /** What a customised piece takes beyond that. */
  customised: DaySpan;
  isWorkedOn(day: string): boolean;
  isDeliveredOn(day: string): boolean;
}

/** What a line means for the day on which it leaves. */
export interface PromisedLine {
  isCustomised: boolean;
  /** `YYYY-MM-DD` of a pre-sale product, else null. */
  shipsOn: string | null;
}

export interface DeliveryPromise extends Arrival {
  /** Until when this holds: the next cut-off, ms UTC. */
  changesAt: number;
}

/** The days of a calendar that nobody wants to write: a setting of nothing but holidays must not go on for ever. */
const longestRest = 400;

/**
 * When what is ordered now arrives: all lines travel together, with the last of them. Null for no lines.
 * @param now ms UTC
 * @param transit days on the way by the shipping method, working days of the destination
 */
export function promise(
  now: number,
  transit: DaySpan,
  lines: readonly PromisedLine[],
  calendar: DeliveryCalendar,
): DeliveryPromise | null {
  if (lines.length === 0) return null;
  const { timeZone, cutOff } = calendar;
  const today = dayOf(now, timeZone);
  const isToday = calendar.isWorkedOn(today) && now < instantOf(today, cutOff, timeZone);
  const begins = isToday ? today : after(today, 1, calendar.isWorkedOn);
  // Strangers send bags of a thousand lines: days are counted for each kind, of which there are few.
  const kinds = new Map(lines.map((line) => [`${line.isCustomised} ${line.shipsOn}`, line]));
  const arrivals = [...kinds.values()].map((line) => arrival(begins, transit, line, calendar));
  return {
    from: lastOf(arrivals.map(({ from }) => from)),
    to: lastOf(arrivals.map(({ to }) => to)),
    // The cut-off is the warehouse's, whatever is bought.
    changesAt: instantOf(begins, cutOff, timeZone),
  };
}

/** When a line of an order that counts as of a day arrives. */
function arrival(begins: string, transit: DaySpan, line: PromisedLine, calendar: DeliveryCalendar): Arrival {
  const { processing, customised } = calendar;
  const extra = line.isCustomised ? customised : { min: 0, max: 0 };
  const leaves = (days: number) => {
    const ready = after(begins, days, calendar.isWorkedOn);
    if (line.shipsOn === null || line.shipsOn <= ready) return ready;
    return onOrAfter(line.shipsOn, calendar.isWorkedOn);
  };
  const arrives = (packed: number, travels: number) =>
    // What leaves on a day on which nobody delivers, or arrives at once, still comes on a day of delivery.
    onOrAfter(after(leaves(packed), travels, calendar.isDeliveredOn), calendar.isDeliveredOn);
  return {
    from: arrives(processing.min + extra.min, transit.min),
    to: arrives(processing.max + extra.max, transit.max),
  };
}

function lastOf(days: readonly string[]): string {
  return days.reduce((last, day) => (day > last ? day : last));
}

/** @param country two letters, where it goes */
export function deliveryCalendar(
  settings: ShippingSettings,
  holidays: HolidaySettings,
  country: string,
): DeliveryCalendar {
  const { timeZone = 'UTC', cutOff = '12:00', workingDays = [1, 2, 3, 4, 5] } = settings;
  const { processing = { min: 0, max: 1 }, customised = { min: 0, max: 0 } } = settings;
  const rests = new Set(holidays.warehouse);
  const feasts = new Set(holidays.destinations[country]);
  // Carriers hand over from Monday to Friday, whenever the warehouse works.
  return {
    ...{ timeZone, cutOff, processing, customised },
    isWorkedOn: (day) => workingDays.includes(weekday(day)) && !rests.has(day),
    isDeliveredOn: (day) => weekday(day) <= 5 && !feasts.has(day),
  };
}

/** 1 is Monday, 7 Sunday, as ISO 8601 counts. */
function weekday(day: string): number {
  return new Date(Date.parse(day)).getUTCDay() || 7;
}

/** So many days later, counting only those that count. */
function after(day: string, count: number, counts: (day: string) => boolean): string {
  let [found, left, rest] = [day, count, 0];
  while (left > 0 && rest < longestRest) {
    found = shiftDay(found, 1);
    rest = counts(found) ? 0 : rest + 1;
    if (rest === 0) left -= 1;
  }
  return found;
}

function onOrAfter(day: string, counts: (day: string) => boolean): string {
  return counts(day) ? day : after(day, 1, counts);
}
