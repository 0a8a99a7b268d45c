/** The progress of an order: only as far as a shipment or a person reports. */
import { expect, test } from 'vitest';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import { buildTimeline } from '#lib/orders/timeline.ts';

type Facts = Parameters<typeof buildTimeline>[0];
type Parcel = WireOrder['tracking_info'][number];

const parcel = (sentAt: number, quantity = 1, delivered_at: number | null = null): Parcel => ({
  ...{ tracking_num: 'LX1', tracking_company: 'Post', tracking_url: '', delivered_at },
  tracking_update_time: sentAt,
  order_info: [{ title: 'Mug', variant_option: '', quantity, image_url: '' }],
});
const mugs = (quantity: number, isVirtual = false) =>
  [{ quantity, is_virtual_item: isVirtual }] as WireOrder['variant_items'];
const paid: Facts = {
  ...{ order_time: 1, packed_at: null, status_key: 1, is_on_hold: false },
  ...{ tracking_info: [], variant_items: mugs(2) },
};
const told = (change: Partial<Facts>) => {
  const { steps, note } = buildTimeline({ ...paid, ...change });
  return [note, ...steps.map(({ name, state, at }) => `${name} ${state} ${at}`)];
};

test.each<[string, Partial<Facts>, string[]]>([
  ['paid', {}, ['onWay', 'placed done 1', 'packed open null', 'sent open null', 'delivered open null']],
  [
    'packed by a person',
    { status_key: 2, packed_at: 5 },
    ['onWay', 'placed done 1', 'packed done 5', 'sent open null', 'delivered open null'],
  ],
  [
    'sent in part',
    { status_key: 2, tracking_info: [parcel(7)] },
    ['onWay', 'placed done 1', 'packed part 7', 'sent part 7', 'delivered open null'],
  ],
  [
    'packed whole, sent and arrived in part',
    { status_key: 2, packed_at: 5, tracking_info: [parcel(7, 1, 9)] },
    ['onWay', 'placed done 1', 'packed done 5', 'sent part 7', 'delivered part 9'],
  ],
  [
    'sent whole, in two parcels',
    { status_key: 3, tracking_info: [parcel(7), parcel(8)] },
    ['onWay', 'placed done 1', 'packed done 7', 'sent done 8', 'delivered open null'],
  ],
  [
    'one of two parcels arrived',
    { status_key: 3, tracking_info: [parcel(7, 1, 9), parcel(8)] },
    ['onWay', 'placed done 1', 'packed done 7', 'sent done 8', 'delivered part 9'],
  ],
  [
    'arrived',
    { status_key: 4, tracking_info: [parcel(7, 1, 9), parcel(8, 1, 10)] },
    ['onWay', 'placed done 1', 'packed done 7', 'sent done 8', 'delivered done 10'],
  ],
  [
    'said to be sent, by no parcel',
    { status_key: 3 },
    ['onWay', 'placed done 1', 'packed done null', 'sent done null', 'delivered open null'],
  ],
  [
    'on hold',
    { is_on_hold: true },
    ['hold', 'placed done 1', 'packed open null', 'sent open null', 'delivered open null'],
  ],
  ['unpaid', { status_key: 0 }, ['unpaid', 'placed done 1']],
  ['refused by the bank', { status_key: -1 }, ['failed', 'placed done 1']],
  ['cancelled', { status_key: 5 }, ['cancelled', 'placed done 1']],
  ['refunded before it left', { status_key: 6 }, ['refunded', 'placed done 1']],
  [
    'refunded after it arrived',
    { status_key: 6, tracking_info: [parcel(7, 2, 9)] },
    ['refunded', 'placed done 1', 'packed done 7', 'sent done 7', 'delivered done 9'],
  ],
  [
    'refunded after a part of it left',
    { status_key: 6, tracking_info: [parcel(7)] },
    ['refunded', 'placed done 1', 'packed part 7', 'sent part 7'],
  ],
  ['of nothing that is sent', { variant_items: mugs(1, true) }, ['onWay', 'placed done 1']],
])('%s', (_, change, expected) => {
  expect(told(change)).toEqual(expected);
});
