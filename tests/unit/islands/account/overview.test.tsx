// @vitest-environment happy-dom
/** The account's overview: greeting, navigation, the latest order, and logging out. */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import Account, { type AccountProps } from '#islands/account/Account.tsx';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { emptyAddress } from '#lib/orders/address.ts';

const at = Date.UTC(2026, 10, 20, 12);
const line = { title: 'Mug', image_url: '', quantity: 1, is_virtual_item: false, tailor_properties: '' };
const order = {
  ...{ order_no: 'AAAAA-BBBBB', shop_id: 1, token: 't', email: 'ada@example.com', order_time: at },
  ...{ status_key: 1, is_on_hold: false, paid_at: at, packed_at: null, currency: 'USD', is_late: false },
  ...{ shipping_title: '', refunded_amount: 0, tax_lines: [], address: emptyAddress, returnable: null },
  ...{ subtotal_price: 0, pay_ship_amount: 0, total_discount_amount: 0, pay_ship_insurance_amount: 0 },
  ...{ tax_amount: 0, tip_amount: 0, total_price: 28, tracking_info: [], returns: [] },
  ...{
    arrives: { from: '2026-11-25', to: '2026-11-26' },
    variant_items: [{ ...line, variant_custom_props: [] }],
  },
} as unknown as WireOrder;
const earlier = { ...order, order_no: 'CCCCC-DDDDD', status_key: 6 };
const account: AccountProps = {
  account: {
    ...{ email: 'ada@example.com', is_verified: true, first_name: 'Ada', last_name: '', is_subscribed: true },
    ...{ created_at: 0, addresses: [], orders_under_way: 1 },
  },
  logins: [],
  orders: { list: [order, earlier], total: 12, page: 1, page_size: 10 },
  ...{ countries: [], currency: usdConfig, texts: {}, help: { email: '', lang: null, pages: [] } },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('it greets by the first name, or else names the email address [ACCT-07]', () => {
  const { rerender } = render(<Account {...account} />);
  const greeting = () => screen.getByRole('heading', { level: 1 }).nextElementSibling?.textContent;
  expect(greeting()).toBe('Hello, Ada');
  rerender(<Account {...account} account={{ ...account.account, first_name: '' }} />);
  expect(greeting()).toBe('ada@example.com');
});

test('its navigation leads to every part of the page, and to the wishlist [ACCT-07]', () => {
  render(<Account {...account} />);
  const links = within(screen.getByRole('navigation', { name: 'My account' })).getAllByRole('link');
  const targets = links.map((link) => link.getAttribute('href')!);
  expect(targets.filter((target) => !target.startsWith('#'))).toEqual(['/wishlist']);
  const parts = screen.getAllByRole('region').map(({ id }) => id);
  expect(targets.filter((target) => target.startsWith('#')).sort()).toEqual(
    parts.flatMap((id) => (id ? [`#${id}`] : [])).sort(),
  );
});

test('the latest order stands out, with its arrival; it is not the first one of an older page [ORD-18]', () => {
  const { container, rerender } = render(<Account {...account} />);
  const latest = () => container.querySelector('.account-order-latest > summary')?.textContent;
  expect(latest()).toContain('AAAAA-BBBBB');
  expect(latest()?.replaceAll('\u00a0', ' ')).toContain('Arrives Wed, Nov 25 – Thu, Nov 26');
  expect(container.querySelectorAll('.account-order-latest')).toHaveLength(1);
  expect(container.querySelectorAll('.account-order > summary')[1]?.textContent).not.toContain('Arrives');
  rerender(<Account {...account} orders={{ ...account.orders, page: 2 }} />);
  expect(latest()).toBeUndefined();
});

test.each([
  ['Log out', false],
  ['Log out on all devices', true],
])('“%s” logs out and leads to the login; an error is shown [ACCT-12]', async (name, everywhere) => {
  const sent: unknown[] = [];
  let answer = { code: 10000, msg: 'Busy', data: null as object | null };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push([path, JSON.parse(String(init.body))]);
    return Response.json(answer);
  });
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  render(<Account {...account} />);
  const press = () => fireEvent.click(screen.getByRole('button', { name }));
  press();
  await screen.findByText('Busy');
  expect(assign).not.toHaveBeenCalled();
  answer = { code: 0, msg: '', data: {} };
  press();
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'));
  expect(sent[1]).toEqual(['/api/v1/customer/logout', { everywhere }]);
});
