// @vitest-environment happy-dom
/** What an order's page says of its arrival, its parcels and its returns. */
import { cleanup, render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OrderPanel } from '#islands/order/OrderPanel.tsx';
import { OrderTimeline } from '#islands/order/OrderTimeline.tsx';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { isOver } from '#lib/delivery/arrival-days.ts';
import { emptyAddress } from '#lib/orders/address.ts';

const at = Date.UTC(2026, 10, 20, 12);
const line = { quantity: 2, is_virtual_item: false };
const order = {
  ...{ order_no: 'AAAAA-BBBBB', shop_id: 1, token: 't', email: 'ada@example.com', order_time: at },
  ...{ status_key: 1, is_on_hold: false, paid_at: at, packed_at: null, currency: 'USD', is_late: false },
  ...{ shipping_title: '', refunded_amount: 0, tax_lines: [], address: emptyAddress, returnable: null },
  ...{ subtotal_price: 0, pay_ship_amount: 0, total_discount_amount: 0, pay_ship_insurance_amount: 0 },
  ...{ tax_amount: 0, tip_amount: 0, total_price: 0, tracking_info: [], returns: [] },
  ...{ arrives: { from: '2026-11-25', to: '2026-11-26' }, variant_items: [line] },
} as unknown as WireOrder;
const parcel = {
  ...{ tracking_num: 'LX1', tracking_company: 'Post', tracking_url: '', tracking_update_time: at },
  delivered_at: at,
  order_info: ['Small', 'Large'].map((variant_option) => ({
    ...{ title: 'Mug', variant_option, quantity: 1, image_url: '' },
  })),
};

const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => {
  vi.useFakeTimers({ now: at });
  errors.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const arrival = (change: Partial<WireOrder>) =>
  render(<OrderTimeline order={{ ...order, ...change }} />)
    .container.querySelector('.order-arrives')
    ?.textContent?.replaceAll('\u00a0', ' ');

test('says when it arrives only while it is paid, not held and not there', () => {
  for (const status_key of [1, 2, 3])
    expect(arrival({ status_key })).toBe('Arrives Wed, Nov 25 – Thu, Nov 26');
  for (const status_key of [-1, 0, 4, 5, 6]) expect(arrival({ status_key })).toBeUndefined();
  expect(arrival({ is_on_hold: true })).toBeUndefined();
  expect(arrival({ status_key: 3, tracking_info: [parcel] })).toBeUndefined();
});

test('never tells a past day as if it were to come', () => {
  expect(arrival({ is_late: true })).toBe('Was to arrive by Thu, Nov 26. Write to us if it has not come.');
});

test('a promised day is over once it is over everywhere', () => {
  const end = Date.parse('2026-11-27T12:00:00Z');
  expect([isOver(order.arrives!, end - 1), isOver(order.arrives!, end)]).toEqual([false, true]);
});

test('parcels and returns name the variant, also two of one thing', () => {
  const lines = ['Small', 'Large'].map((variant_option, position) => ({
    ...{ position, quantity: 1, title: 'Mug', variant_option },
  }));
  const back: WireOrder['returns'][number] = {
    ...{ id: 1, state: 'asked', reason: 'other', words: '', answer: '', asked_at: at },
    ...{ answered_at: null, arrived_at: null, refunded_at: null, lines },
  };
  const whole = { ...order, variant_items: [], tracking_info: [parcel], returns: [back] };
  const help = { email: '', lang: null, pages: [] };
  const { container } = render(<OrderPanel order={whole} currency={usdConfig} help={help} />);
  const named = [...container.querySelectorAll('.order-contents li')].map((item) => item.textContent);
  expect(named).toEqual(['1 × Mug, Small', '1 × Mug, Large', '1 × Mug, Small', '1 × Mug, Large']);
  expect(errors).not.toHaveBeenCalled();
});

test('a day of another year has its year, from the server on', () => {
  const day = (order_time: number) =>
    render(<OrderTimeline order={{ ...order, order_time }} />).container.querySelector('time')?.textContent;
  expect(day(at)).toBe('Fri, Nov 20');
  expect(day(Date.UTC(2025, 10, 20, 12))).toBe('Thu, Nov 20, 2025');
  expect(renderToString(<OrderTimeline order={order} />)).toContain('>2026-11-20</time>');
});
