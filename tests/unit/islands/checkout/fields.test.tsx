// @vitest-environment happy-dom
/** The values that the checkout reads from its fields and writes into them. */
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Checkout } from '#islands/checkout/Checkout.tsx';
import type { CheckoutProps } from '#islands/checkout/types.ts';
import { usdFormat } from '#lib/money/format.ts';
import { emptyAddress } from '#lib/orders/address.ts';

const checkout = {
  ...{ token: 'tok', shop_id: 1, web_url: '/1/checkouts/tok', state: 'open', order_no: '', status_key: 0 },
  ...{ version: 1, source: 2, currency: 'USD', email: 'ada@example.com', requires_shipping: true, note: '' },
  ...{ address: { ...emptyAddress, country_code: 'US', first_name: 'Ada' }, shipping_id: '', shippings: [] },
  ...{ coupon: '', need_second_confirm: false, insurance: 0, insurance_offer: null, tax_lines: [] },
  ...{ tax_included: false, payment_method: '', tax_id: '', paypal_order_id: '', variant_items: [] },
  ...{ discounts: [], subtotal_price: 0, tax_amount: 0, pay_ship_amount: 0, total_discount_amount: 0 },
  ...{ pay_ship_insurance_amount: 0, tip_amount: 0, total_price: 0 },
} as unknown as CheckoutProps['checkout'];
const country = { code: 'US', name: 'United States', provinces: [{ code: 'OR', name: 'Oregon' }] };
const props = {
  ...{ checkout, methods: [], format: usdFormat, texts: {}, countdown: null, asksName: false },
  countries: [country],
  addresses: [],
  tip: { enabled: false, options: [], custom_allowed: false },
} as unknown as CheckoutProps;
let sent: Record<string, unknown>[];
let called: string[];
const field = (name: string) => document.querySelector<HTMLInputElement>(`form [name=${name}]`)!;

beforeEach(() => {
  sent = [];
  called = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    called.push(`${init.method} ${path}`);
    if (init.body) sent.push(JSON.parse(String(init.body)));
    if (path.includes('/update/checkout/') && String(init.body).includes('NOPE'))
      return Response.json({ code: 30001, msg: 'This code is unknown or has expired.', data: null });
    if (path.includes('/update/checkout/') && String(init.body).includes('LINEN'))
      return Response.json({
        ...{ code: 30002, msg: '', data: null },
        reason: { text: 'LINEN needs 3.', seo_url: 'linen', title: 'Linen' },
      });
    if (path.includes('/google-map/detail'))
      return Response.json({ code: 0, msg: '', data: { city: 'Portland', province: 'OR', zip: '97201' } });
    if (path.includes('/google-map'))
      return Response.json({ code: 0, msg: '', data: [{ place_id: 'p', description: '1 Main St' }] });
    return Response.json({ code: 10209, msg: 'Stay here.', data: null });
  });
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('what was typed before the page woke up is saved, and only that [CHK-12]', async () => {
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(<Checkout {...props} />);
  field('email').value = 'eve@example.com';
  field('city').value = 'Salem';
  field('province').value = 'OR';
  render(<Checkout {...props} />, { container, hydrate: true });
  await waitFor(() => expect(sent).not.toHaveLength(0), { timeout: 3000 });
  expect(sent[0]).toMatchObject({ email: 'eve@example.com', address: { city: 'Salem', province: 'OR' } });
  expect(sent[0]).not.toHaveProperty('note');
  expect(sent[0]!.address).not.toHaveProperty('zip');
});

test('a suggested address is written into the fields, and others stay as they are [CHK-19]', async () => {
  render(<Checkout {...props} />);
  fireEvent.input(field('address1'), { target: { value: '1 Main' } });
  const suggestion = () => document.querySelector('.suggestion');
  await waitFor(() => expect(suggestion()).not.toBeNull(), { timeout: 3000 });
  fireEvent.mouseDown(suggestion()!);
  await waitFor(() => expect(field('city').value).toBe('Portland'));
  expect([field('province').value, field('zip').value, field('first_name').value]).toEqual([
    'OR',
    '97201',
    'Ada',
  ]);
});

test('"Pay" shows every problem and the first field at fault has the focus [CHK-12]', async () => {
  render(<Checkout {...props} />);
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(document.activeElement).toBe(field('address1')));
  expect(document.querySelectorAll('[aria-invalid="true"]').length).toBeGreaterThan(1);
  expect(sent).toEqual([]);
});

test('a name is required in the first field until the second has one [BR-46]', () => {
  render(<Checkout {...props} />);
  fireEvent.input(field('first_name'), { target: { value: '' } });
  expect([field('first_name').required, field('last_name').required]).toEqual([true, false]);
  fireEvent.input(field('last_name'), { target: { value: 'Suharto' } });
  expect(field('first_name').required).toBe(false);
});

test('the box at the address sends it only while it is ticked, and takes it back [API-084]', async () => {
  render(<Checkout {...props} />);
  const contacts = () => called.filter((one) => /customer\/(email|contact)$/.test(one));
  const box = field('remind');
  expect(box.checked).toBe(false);
  fireEvent.input(field('email'), { target: { value: 'left@example.com' } });
  fireEvent.blur(field('email'));
  expect(contacts()).toEqual([]);
  fireEvent.click(box);
  expect(contacts()).toEqual(['POST /api/v1/customer/email']);
  expect(sent.at(-1)).toMatchObject({ email: 'left@example.com' });
  fireEvent.click(box);
  expect(contacts()).toEqual(['POST /api/v1/customer/email', 'DELETE /api/v1/storefront/customer/contact']);
});

test('a code that does not suit the bag says what it needs, and leads there [DISC-30]', async () => {
  render(<Checkout {...props} />);
  const code = document.querySelector<HTMLInputElement>('.code-form [name=coupon]')!;
  fireEvent.input(code, { target: { value: 'LINEN' } });
  fireEvent.submit(code.form!);
  await waitFor(() =>
    expect(document.querySelector('.code-form .field-error a')?.getAttribute('href')).toBe(
      '/promotions/linen',
    ),
  );
  expect(document.querySelector('.code-form .field-error')?.textContent).toBe('LINEN needs 3. Linen');
});

test('a code that is unknown is refused beside it, and announced [CHK-17]', async () => {
  render(<Checkout {...props} />);
  const code = document.querySelector<HTMLInputElement>('.code-form [name=coupon]')!;
  fireEvent.input(code, { target: { value: 'NOPE' } });
  fireEvent.submit(code.form!);
  await waitFor(() =>
    expect(document.querySelector('.code-form .field-error')?.textContent).toMatch(/unknown or has expired/),
  );
  expect(code.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(code.getAttribute('aria-describedby')!)?.textContent).toMatch(/unknown/);
});
