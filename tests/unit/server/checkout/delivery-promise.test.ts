/** Delivery dates, case by case: zones, cut-offs, weekends, holidays on both sides, types of products, shipping methods. */
import { describe, expect, it } from 'vitest';
import { daysUpTo } from '#lib/shop-day.ts';
import {
  buildDeliveryCalendar,
  calculateDeliveryPromise,
  type DeliveryPromise,
  type DispatchLine,
} from '#server/checkout/delivery-promise.ts';
import type { DaySpan, HolidaySettings, ShippingSettings } from '#server/checkout/settings.ts';

const plain: DispatchLine = { isCustomised: false, shipsOn: null };
const embroidered: DispatchLine = { isCustomised: true, shipsOn: null };
const early = (shipsOn: string | null): DispatchLine => ({ isCustomised: false, shipsOn });

const at = (from: string, to: string): Partial<DeliveryPromise> => ({ from, to });

/** A warehouse that packs in one or two days, and takes three or four more for embroidery. */
const losAngeles: ShippingSettings = {
  timeZone: 'America/Los_Angeles',
  cutOff: '14:00',
  workingDays: [1, 2, 3, 4, 5],
  processing: { min: 1, max: 2 },
  customised: { min: 3, max: 4 },
  zones: [],
};
const holidays: HolidaySettings = {
  warehouse: ['2026-11-26', '2026-12-25', '2027-01-01'],
  destinations: {
    US: ['2026-11-26', '2026-12-25', '2027-01-01'],
    DE: ['2026-12-25', '2027-01-01'],
    AT: ['2026-12-08'],
    GL: daysUpTo('2027-01-31', 60),
  },
};
const days: DaySpan = { min: 3, max: 5 };
const nextDay: DaySpan = { min: 1, max: 1 };
const sameDay: DaySpan = { min: 0, max: 0 };

function ask(
  now: string,
  {
    country = 'US',
    transit = days,
    lines = [plain],
    ...settings
  }: Partial<ShippingSettings> & { country?: string; transit?: DaySpan; lines?: DispatchLine[] } = {},
) {
  const calendar = buildDeliveryCalendar({ ...losAngeles, ...settings }, holidays, country);
  return calculateDeliveryPromise(Date.parse(now), transit, lines, calendar);
}

/** Returns 14:00 of a winter day in Los Angeles, ms UTC. */
const cutOffOf = (day: string) => Date.parse(`${day}T22:00:00Z`);

describe('the cut-off', () => {
  // Monday, 9 November 2026, in winter: 14:00 in Los Angeles is 22:00 UTC.
  it.each([
    // Packed on Tuesday or Wednesday, three to five days later.
    ['long before it', '2026-11-09T16:00:00Z', '2026-11-13', '2026-11-18', '2026-11-09'],
    ['a millisecond before it', '2026-11-09T21:59:59.999Z', '2026-11-13', '2026-11-18', '2026-11-09'],
    ['at it', '2026-11-09T22:00:00Z', '2026-11-16', '2026-11-19', '2026-11-10'],
    ['after it, on the same day there', '2026-11-10T07:59:00Z', '2026-11-16', '2026-11-19', '2026-11-10'],
    ['in the next night', '2026-11-10T08:01:00Z', '2026-11-16', '2026-11-19', '2026-11-10'],
    ['on a Friday after it', '2026-11-13T22:30:00Z', '2026-11-20', '2026-11-25', '2026-11-16'],
    ['on a Saturday', '2026-11-14T18:00:00Z', '2026-11-20', '2026-11-25', '2026-11-16'],
    ['on a Sunday evening', '2026-11-16T05:00:00Z', '2026-11-20', '2026-11-25', '2026-11-16'],
    ['the evening before Thanksgiving', '2026-11-25T22:00:00Z', '2026-12-03', '2026-12-08', '2026-11-27'],
    ['on Thanksgiving', '2026-11-26T18:00:00Z', '2026-12-03', '2026-12-08', '2026-11-27'],
  ])('%s', (_, now, from, to, until) => {
    expect(ask(now)).toEqual({ from, to, changesAt: cutOffOf(until) });
  });

  it('is the same promise for every moment until it changes, and another one then', () => {
    for (let hour = 0; hour < 24 * 30; hour += 1) {
      const now = Date.parse('2026-11-20T00:30:00Z') + hour * 3_600_000;
      const told = ask(new Date(now).toISOString())!;
      expect(told.changesAt).toBeGreaterThan(now);
      expect(ask(new Date(told.changesAt - 1).toISOString())).toEqual(told);
      const later = ask(new Date(told.changesAt).toISOString())!;
      expect([later.changesAt > told.changesAt, later.from >= told.from]).toEqual([true, true]);
      expect(later).not.toEqual(told);
    }
  });
});

describe('days on which nobody works or delivers', () => {
  it.each([
    ['a weekend', '2026-11-12T16:00:00Z', {}, at('2026-11-18', '2026-11-23')],
    ['a holiday of both sides', '2026-11-24T16:00:00Z', {}, at('2026-12-01', '2026-12-04')],
    // It leaves on the 27th or 30th; in Germany the 26th is a working day.
    ['a holiday of the warehouse', '2026-11-24T16:00:00Z', { country: 'DE' }, at('2026-11-30', '2026-12-04')],
    [
      'a holiday of the destination',
      '2026-12-03T16:00:00Z',
      { country: 'AT' },
      at('2026-12-10', '2026-12-15'),
    ],
    ['the same days elsewhere', '2026-12-03T16:00:00Z', { country: 'FR' }, at('2026-12-09', '2026-12-14')],
    ['Christmas', '2026-12-22T16:00:00Z', {}, at('2026-12-29', '2027-01-04')],
    ['a country without holidays', '2026-12-22T16:00:00Z', { country: 'JP' }, at('2026-12-28', '2026-12-31')],
    ['a whole season', '2026-12-03T16:00:00Z', { country: 'GL' }, at('2027-02-03', '2027-02-05')],
  ])('%s', (_, now, settings, expected) => {
    expect(ask(now, settings)).toMatchObject(expected);
  });

  it('a warehouse that works on Saturdays', () => {
    const workingDays = [1, 2, 3, 4, 5, 6];
    // Ordered on Friday, packed on Saturday or Monday; no delivery on Sunday.
    const told = ask('2026-11-13T16:00:00Z', { workingDays, transit: nextDay });
    expect(told).toMatchObject(at('2026-11-16', '2026-11-17'));
  });

  it('what leaves on a Saturday and is there at once comes on Monday', () => {
    const saturdays = { workingDays: [6], processing: sameDay, transit: sameDay };
    expect(ask('2026-11-14T16:00:00Z', saturdays)).toMatchObject(at('2026-11-16', '2026-11-16'));
  });

  it('the same day, where nothing takes any time', () => {
    const told = ask('2026-11-10T16:00:00Z', { processing: sameDay, transit: sameDay });
    expect(told).toMatchObject(at('2026-11-10', '2026-11-10'));
  });

  it('comes to an end where there is no day of work', () => {
    const everyDay = Array.from({ length: 3000 }, (_, index) =>
      new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    );
    const calendar = buildDeliveryCalendar(losAngeles, { warehouse: everyDay, destinations: {} }, 'US');
    const told = calculateDeliveryPromise(Date.parse('2026-11-10T16:00:00Z'), days, [plain], calendar);
    expect(Number.isFinite(told?.changesAt)).toBe(true);
  });
});

describe('time zones', () => {
  it.each([
    // Monday 22:30 UTC: Tuesday 11:30 in Auckland, Monday 23:30 in Berlin, 14:30 in Los Angeles, before or after the cut-off.
    ['Pacific/Auckland', '14:00', '2026-11-09T22:30:00Z', '2026-11-10', '2026-11-10T01:00:00Z'],
    ['Europe/Berlin', '14:00', '2026-11-09T22:30:00Z', '2026-11-10', '2026-11-10T13:00:00Z'],
    ['America/Los_Angeles', '14:00', '2026-11-09T22:30:00Z', '2026-11-10', '2026-11-10T22:00:00Z'],
    ['Asia/Kolkata', '10:30', '2026-11-09T04:59:00Z', '2026-11-09', '2026-11-09T05:00:00Z'],
    ['Pacific/Kiritimati', '00:00', '2026-11-09T09:59:00Z', '2026-11-10', '2026-11-09T10:00:00Z'],
    // The Sundays on which clocks go back and forward; Sundays are working days here.
    ['Europe/Berlin', '02:30', '2026-10-25T00:29:00Z', '2026-10-25', '2026-10-25T00:30:00Z'],
    ['Europe/Berlin', '14:00', '2026-10-25T12:59:00Z', '2026-10-25', '2026-10-25T13:00:00Z'],
    ['America/Los_Angeles', '14:00', '2026-03-08T20:59:00Z', '2026-03-08', '2026-03-08T21:00:00Z'],
    // Clocks skip this cut-off time: the cut-off is the moment of the jump.
    ['America/Los_Angeles', '02:30', '2026-03-08T09:59:00Z', '2026-03-08', '2026-03-08T10:00:00Z'],
    ['Pacific/Auckland', '14:00', '2026-09-27T00:59:00Z', '2026-09-27', '2026-09-27T01:00:00Z'],
    // Clocks change by half an hour.
    ['Australia/Lord_Howe', '14:00', '2026-10-04T02:59:00Z', '2026-10-04', '2026-10-04T03:00:00Z'],
    // Clocks skip midnight.
    ['America/Havana', '14:00', '2026-03-08T17:59:00Z', '2026-03-08', '2026-03-08T18:00:00Z'],
  ])('%s, until %s', (timeZone, cutOff, now, begins, until) => {
    const settings = { timeZone, cutOff, workingDays: [1, 2, 3, 4, 5, 6, 7], processing: sameDay };
    const hours = buildDeliveryCalendar({ ...losAngeles, ...settings }, holidays, 'JP');
    const told = calculateDeliveryPromise(Date.parse(now), sameDay, [plain], {
      ...hours,
      isDeliveredOn: () => true,
    });
    expect(told).toEqual({ from: begins, to: begins, changesAt: Date.parse(until) });
  });
});

describe('what is bought', () => {
  const now = '2026-11-09T16:00:00Z';
  it.each([
    ['plain', [plain], at('2026-11-13', '2026-11-18')],
    // Four to six days in the warehouse.
    ['customised', [embroidered], at('2026-11-18', '2026-11-24')],
    ['sent before it is ready to be', [early('2026-11-03')], at('2026-11-13', '2026-11-18')],
    ['on the very day it would be packed first', [early('2026-11-10')], at('2026-11-13', '2026-11-18')],
    ['pre-sale', [early('2027-01-11')], at('2027-01-14', '2027-01-18')],
    ['pre-sale on a Saturday', [early('2027-01-09')], at('2027-01-14', '2027-01-18')],
    ['pre-sale on a holiday', [early('2027-01-01')], at('2027-01-07', '2027-01-11')],
    ['pre-sale between the shortest and the longest', [early('2026-11-11')], at('2026-11-16', '2026-11-18')],
    ['pre-sale without a day', [early(null)], at('2026-11-13', '2026-11-18')],
    ['several: with the last of it', [plain, embroidered], at('2026-11-18', '2026-11-24')],
    ['the other way round', [embroidered, plain], at('2026-11-18', '2026-11-24')],
    [
      'several, whatever stands first',
      [early('2027-01-11'), embroidered, plain],
      at('2027-01-14', '2027-01-18'),
    ],
  ])('%s', (_, lines, expected) => {
    expect(ask(now, { lines })).toMatchObject(expected);
  });

  it('is reckoned once for each kind of line, however many are sent', () => {
    const kinds = [plain, embroidered, early('2027-01-11'), early('2027-01-12')];
    const work = (lines: DispatchLine[]) => {
      let asked = 0;
      const calendar = buildDeliveryCalendar(losAngeles, holidays, 'US');
      const isWorkedOn = (day: string) => {
        asked += 1;
        return calendar.isWorkedOn(day);
      };
      const told = calculateDeliveryPromise(Date.parse(now), days, lines, { ...calendar, isWorkedOn });
      return { told, asked };
    };
    const sent = Array.from({ length: 1400 }, (_, index) => ({ ...kinds[index % kinds.length]! }));
    expect(work(sent)).toEqual(work(kinds));
    expect(work(kinds).asked).toBeGreaterThan(work([plain]).asked);
  });

  it('nothing: no promise', () => {
    expect(ask(now, { lines: [] })).toBeNull();
  });
});

describe('pre-sale on a day off', () => {
  it.each([
    // It leaves on the 27th, although the 26th is a working day in Germany.
    ['of the warehouse alone', '2026-11-26', 'DE', at('2026-12-02', '2026-12-04')],
    ['of the destination alone, on which it leaves', '2026-12-08', 'AT', at('2026-12-11', '2026-12-15')],
  ])('%s', (_, shipsOn, country, expected) => {
    expect(ask('2026-11-09T16:00:00Z', { country, lines: [early(shipsOn)] })).toMatchObject(expected);
  });
});

describe('a shop that says nothing of its hours', () => {
  const calendar = buildDeliveryCalendar({ zones: [] }, { warehouse: [], destinations: {} }, 'US');

  it('packs until noon UTC, within a day, and takes no longer for customised pieces', () => {
    expect(calendar).toMatchObject({
      ...{ timeZone: 'UTC', cutOff: '12:00' },
      ...{ processing: { min: 0, max: 1 }, customised: { min: 0, max: 0 } },
    });
  });

  it('works and delivers from Monday to Friday', () => {
    const week = daysUpTo('2026-11-15', 7);
    const five = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'];
    expect(week.filter(calendar.isWorkedOn)).toEqual(five);
    expect(week.filter(calendar.isDeliveredOn)).toEqual(five);
  });
});

describe('methods', () => {
  it.each([
    ['standard', days, at('2026-11-13', '2026-11-18')],
    ['express', { min: 1, max: 2 }, at('2026-11-11', '2026-11-13')],
    ['by sea', { min: 10, max: 30 }, at('2026-11-24', '2026-12-24')],
  ])('%s', (_, transit, expected) => {
    expect(ask('2026-11-09T16:00:00Z', { transit })).toMatchObject(expected);
  });
});
