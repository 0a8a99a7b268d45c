// @vitest-environment happy-dom
/** Arrival, parcels and returns on an order's page. */
import { cleanup, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OrderPanel } from '#islands/order/OrderPanel.tsx';
import { OrderTimeline } from '#islands/order/OrderTimeline.tsx';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { isDeliveryOverdue } from '#lib/delivery/format-delivery-estimate.ts';
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

const help = { email: '', lang: null, pages: [] };
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
  expect([isDeliveryOverdue(order.arrives!, end - 1), isDeliveryOverdue(order.arrives!, end)]).toEqual([
    false,
    true,
  ]);
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

test('each parcel is followed at the tracking site, and none without a number [ORD-02, ORD-05, ORD-06]', () => {
  const tracking_url = 'https://t.17track.net/en#nums=LX%201%2F9';
  const tracking_info = [
    { ...parcel, tracking_num: 'LX 1/9', tracking_url },
    { ...parcel, tracking_num: '' },
  ];
  render(
    <OrderPanel order={{ ...order, tracking_info, variant_items: [] }} currency={usdConfig} help={help} />,
  );
  const parcels = screen.getAllByRole('region', { name: /^Parcel . of 2$/ });
  expect(parcels).toHaveLength(2);
  const track = within(parcels[0]!).getByRole('link', { name: 'Track' });
  expect(['href', 'target', 'rel'].map((name) => track.getAttribute(name))).toEqual([
    tracking_url,
    '_blank',
    'noopener',
  ]);
  expect(within(parcels[1]!).queryByRole('link')).toBeNull();
  expect(within(parcels[1]!).getByRole<HTMLButtonElement>('button', { name: 'Track' }).disabled).toBe(true);
});

test('a customised line shows its values as text only, colours drawn, pictures as links [ORD-13]', () => {
  const chosen = [
    { name: 'Engraving', type: 1, value: '<img src=x onerror=alert(1)>' },
    { name: 'Photo', type: 2, value: '/uploads/a.png' },
    { name: 'Glaze', type: 3, value: '#7a8f6a' },
    { name: 'Extras', type: 5, value: 'Box' },
    { name: 'Extras', type: 5, value: 'Card' },
  ];
  const customised = {
    ...{ ...line, title: 'Mug', variant_title: '', image_url: '', is_gift: 0, pre_sale: null },
    tailor_properties: JSON.stringify(chosen),
    variant_custom_props: [{ name: 'Batch', value: '7' }],
  };
  const shown = { ...order, variant_items: [customised] } as unknown as WireOrder;
  const { container } = render(<OrderPanel order={shown} currency={usdConfig} help={help} />);
  for (const words of ['<img src=x onerror=alert(1)>', '#7a8f6a', 'Box, Card', '7'])
    expect(screen.getByText(words), words).toBeTruthy();
  expect(container.querySelector('rect')?.getAttribute('fill')).toBe('#7a8f6a');
  expect(screen.getByRole('link', { name: 'View Image' }).getAttribute('href')).toBe('/uploads/a.png');
  expect(container.querySelector('img[src="x"]')).toBeNull();
});
