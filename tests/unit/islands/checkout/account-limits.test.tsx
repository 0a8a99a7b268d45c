// @vitest-environment happy-dom
/** Payments stay within the account's limits, which the checkout fetches before it creates an order (R23). */
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Checkout } from '#islands/checkout/Checkout.tsx';
import type { CheckoutProps } from '#islands/checkout/types.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { usdFormat } from '#lib/money/format.ts';
import { emptyAddress } from '#lib/orders/address.ts';

type Method = CheckoutProps['methods'][number];
const method = (account_id: string, provider: Method['provider'], flow: Method['flow']): Method => ({
  ...{ method: account_id, provider, title: 'Transfer', icons: [], account_id, flow, countries: [] },
  ...{ min_amount: null, max_amount: null, test_mode: false, frame_url: '' },
});
const checkout = {
  ...{ token: 'tok', shop_id: 1, web_url: '/1/checkouts/tok', state: 'open', order_no: '', status_key: 0 },
  ...{ version: 1, source: 2, currency: 'USD', email: 'ada@example.com', phone: '', address: emptyAddress },
  ...{ requires_shipping: false, shipping_id: '', shippings: [], coupon: '', need_second_confirm: false },
  ...{
    insurance: 0,
    insurance_offer: null,
    tax_lines: [],
    tax_included: false,
    payment_method: '',
    note: '',
  },
  ...{ tax_id: '', paypal_order_id: '', variant_items: [], discounts: [], subtotal_price: 50, tax_amount: 0 },
  ...{
    pay_ship_amount: 0,
    total_discount_amount: 0,
    pay_ship_insurance_amount: 0,
    tip_amount: 0,
    total_price: 50,
  },
} as unknown as CheckoutProps['checkout'];

let limits: { min_amount: number | null; max_amount: number | null } | null;
let asked: URL[];
let currencies = usdConfig.currencies;

beforeEach(() => {
  asked = [];
  currencies = usdConfig.currencies;
  HTMLDialogElement.prototype.showModal = vi.fn(function (this: HTMLDialogElement) {
    this.open = true;
  });
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://localhost');
    asked.push(url);
    if (url.pathname === '/api/v1/currency')
      return Response.json({ code: 0, msg: '', data: { ...usdConfig, currencies } });
    if (!url.pathname.endsWith('/amount/limit') || !limits) {
      return Response.json({ code: 10209, msg: 'Stay here.', data: null });
    }
    return Response.json({ code: 0, msg: '', data: limits });
  });
});
afterEach(() => {
  cleanup();
  const dialog = document.querySelector('dialog');
  if (dialog) fireEvent(dialog, new Event('close'));
  vi.unstubAllGlobals();
});

const orders = () => asked.filter(({ pathname }) => pathname === '/1/checkouts/tok');
/** Limit requests only: half a second later, the page also fetches whether PayPal is available. */
const limitCalls = () => asked.filter(({ pathname }) => pathname.endsWith('/amount/limit'));
async function pay(by: Method, format = usdFormat) {
  const { container } = render(
    <Checkout
      {...{ checkout, countries: [], methods: [by], format, texts: {}, countdown: null }}
      asksToShowName={false}
      addresses={[]}
      comesFromPayPal={false}
      expectsPayPal={false}
      tip={{ enabled: false, options: [], custom_allowed: false }}
    />,
  );
  fireEvent.submit(container.querySelector('form')!);
  const button = container.querySelector('.pay-button');
  await waitFor(() => expect(limitCalls().length).toBeGreaterThan(0));
  await waitFor(() => expect(button?.getAttribute('aria-busy')).toBe('false'));
  return container;
}

test('an amount outside makes no order and says what the account takes, which is asked once [PAY-11, API-035]', async () => {
  limits = { min_amount: 1, max_amount: 49.99 };
  const page = await pay(method('outside', 'local', 'local'));
  await waitFor(() =>
    expect(page.querySelector('#refused-advice')?.textContent).toBe(
      'Transfer takes orders from $1.00 to $49.99. Please choose another way to pay.',
    ),
  );
  expect(Object.fromEntries(limitCalls()[0]!.searchParams)).toEqual({
    account_id: 'outside',
    account_type: 'local',
  });
  expect(orders()).toEqual([]);
  fireEvent.submit(page.querySelector('form')!);
  await waitFor(() => expect(page.querySelector('#refused-advice')).not.toBeNull());
  expect(limitCalls()).toHaveLength(1);
});

test('PayPal’s limits stand in a dialog [PAY-11, PPX-13, PPX-14, PPX-15]', async () => {
  limits = { min_amount: 60, max_amount: null };
  await pay(method('paypal', 'paypal', 'redirect'));
  expect(document.querySelector('dialog')?.textContent).toContain('PayPal accepts orders from $60.00');
  expect(orders()).toEqual([]);
});

test.each([
  [{ min_amount: 60, max_amount: null }, 'Transfer takes orders from 60,00 €. Please'],
  [{ min_amount: null, max_amount: 10 }, 'Transfer takes orders up to 10,00 €. Please'],
])('an account’s limits %o are written in the shop’s format [CR-4]', async (said, words) => {
  limits = said;
  const format = { decimal_mark: ',', thousands_separator: '.', symbol: '€', format: '{{amount}} €' };
  const page = await pay(method(words, 'local', 'local'), format);
  await waitFor(() => expect(page.querySelector('#refused-advice')?.textContent).toContain(words));
});

test('PayPal’s dialog in the checkout has the shop’s format, which it fetches [CR-4]', async () => {
  limits = { min_amount: null, max_amount: 10 };
  currencies = [
    {
      ...usdConfig.currencies[0]!,
      currency_format: { ...usdFormat, decimal_mark: ',', format: '{{amount}} $' },
    },
  ];
  await pay(method('most', 'paypal', 'redirect'));
  expect(document.querySelector('dialog')?.textContent).toContain('PayPal accepts orders up to 10,00 $');
});

test.each([
  ['within', { min_amount: 50, max_amount: 50 }],
  ['unknown', null],
] as const)(
  'an order whose account’s limits are %s is made, and the shop checks it again [PAY-11]',
  async (id, said) => {
    limits = said;
    await pay(method(id, 'local', 'local'));
    expect(orders()).toHaveLength(1);
  },
);
