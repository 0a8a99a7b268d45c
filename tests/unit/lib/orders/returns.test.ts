/** The units of an order that a buyer may return, and for how long. */
import { expect, test } from 'vitest';
import { type OrderReturnData, returnableUnits } from '#lib/orders/returns.ts';

const day = 86_400_000;
const line = (position: number, quantity: number, isVirtual = false) => ({ position, quantity, isVirtual });
const parcel = (sentAt: number, deliveredAt: number | null, ...lines: [number, number][]) => ({
  ...{ sentAt, deliveredAt },
  lines: lines.map(([position, quantity]) => ({ position, quantity })),
});
const asked = (at: number, ...lines: [number, number][]) => [
  { at, lines: lines.map(([position, quantity]) => ({ position, quantity })) },
];
const facts: OrderReturnData = {
  bought: [line(0, 3), line(1, 1)],
  parcels: [parcel(0, null, [0, 2])],
  promisedBy: null,
  refunded: [],
  requests: [],
};
const left = (change: Partial<OrderReturnData>, now = 1, days = 30) =>
  returnableUnits({ ...facts, ...change }, days, now).map(({ position, quantity }) => [position, quantity]);

test.each<[string, Partial<OrderReturnData>, number[][]]>([
  ['what was sent', {}, [[0, 2]]],
  ['nothing before it was sent', { parcels: [] }, []],
  [
    'of two parcels both',
    { parcels: [parcel(0, null, [0, 2]), parcel(0, null, [0, 1], [1, 1])] },
    [
      [0, 3],
      [1, 1],
    ],
  ],
  [
    'the whole order by a parcel of before part shipments',
    { parcels: [{ sentAt: 0, deliveredAt: null, lines: null }] },
    [
      [0, 3],
      [1, 1],
    ],
  ],
  ['not what was asked for', { requests: asked(0, [0, 1]) }, [[0, 1]]],
  ['nothing once all that was sent is asked for', { requests: asked(0, [0, 2]) }, []],
  ['what was sent where the rest was refunded', { refunded: [{ position: 0, quantity: 1 }] }, [[0, 2]]],
  ['not what was refunded', { refunded: [{ position: 0, quantity: 3 }] }, []],
  ['neither both together', { requests: asked(0, [0, 1]), refunded: [{ position: 0, quantity: 2 }] }, []],
  ['nothing that is not sent by parcel', { bought: [line(0, 3, true)] }, []],
])('%s', (_, change, expected) => {
  expect(left(change)).toEqual(expected);
});

test('the days are counted from the arrival where it was noted, to their last instant', () => {
  expect(left({}, 30 * day)).toEqual([[0, 2]]);
  expect(left({}, 30 * day + 1)).toEqual([]);
  const arrived = { parcels: [parcel(0, 5 * day, [0, 2])] };
  expect(left(arrived, 35 * day)).toEqual([[0, 2]]);
  expect(left(arrived, 35 * day + 1)).toEqual([]);
  // The older parcel can no longer be returned, the newer one completely.
  const two = { parcels: [parcel(0, null, [0, 2]), parcel(10 * day, null, [0, 1])] };
  expect(left(two, 35 * day)).toEqual([[0, 1]]);
});

test('without a noted arrival the days are counted from the promised last day, or the sending where that was later', () => {
  const promised = { promisedBy: '1970-02-10' };
  const end = Date.parse('1970-02-11') + 30 * day;
  expect(left(promised, end)).toEqual([[0, 2]]);
  expect(left(promised, end + 1)).toEqual([]);
  const sentLate = { ...promised, parcels: [parcel(60 * day, null, [0, 2])] };
  expect(left(sentLate, 90 * day)).toEqual([[0, 2]]);
  expect(left(sentLate, 90 * day + 1)).toEqual([]);
  // The parcel arrived on the third day, so the promised date does not count.
  const arrived = { ...promised, parcels: [parcel(0, 3 * day, [0, 2])] };
  expect(left(arrived, 33 * day + 1)).toEqual([]);
});

test('what was asked for of one parcel does not open another', () => {
  const parcels = [parcel(0, null, [0, 2]), parcel(20 * day, null, [0, 1])];
  // Too late for the first parcel, and the only unit still returnable already has a return request.
  expect(left({ parcels, requests: asked(32 * day, [0, 1]) }, 35 * day)).toEqual([]);
  // Both units of the first parcel went back before the second one was sent.
  expect(left({ parcels, requests: asked(19 * day, [0, 2]) }, 35 * day)).toEqual([[0, 1]]);
  expect(left({ parcels, requests: asked(20 * day, [0, 2]) }, 35 * day)).toEqual([]);
  expect(left({ parcels, refunded: [{ position: 0, quantity: 1 }] }, 35 * day)).toEqual([]);
});

test('two parcels that each held the whole order offer it once', () => {
  const whole = { sentAt: 0, deliveredAt: null, lines: null };
  const refunded = [{ position: 0, quantity: 1 }];
  expect(left({ parcels: [whole, whole], requests: asked(0, [0, 1]), refunded })).toEqual([
    [0, 1],
    [1, 1],
  ]);
});
