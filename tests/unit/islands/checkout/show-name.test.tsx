// @vitest-environment happy-dom
/** The checkbox by which buyers allow the shop to show their name to others (R125). */
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Checkout } from '#islands/checkout/Checkout.tsx';
import type { CheckoutProps } from '#islands/checkout/types.ts';
import { usdFormat } from '#lib/money/format.ts';
import { emptyAddress } from '#lib/orders/address.ts';

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
  ...{ tax_id: '', paypal_order_id: '', variant_items: [], discounts: [], subtotal_price: 0, tax_amount: 0 },
  ...{
    pay_ship_amount: 0,
    total_discount_amount: 0,
    pay_ship_insurance_amount: 0,
    tip_amount: 0,
    total_price: 0,
  },
} as unknown as CheckoutProps['checkout'];
const props: CheckoutProps = {
  ...{
    checkout,
    countries: [],
    methods: [],
    format: usdFormat,
    texts: {},
    countdown: null,
    asksToShowName: true,
  },
  addresses: [],
  ...{ comesFromPayPal: false, expectsPayPal: false },
  tip: { enabled: false, options: [], custom_allowed: false },
};
let sent: Record<string, unknown>[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ code: 10209, msg: 'Stay here.', data: null });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const box = (root: ParentNode) => root.querySelector<HTMLInputElement>('[name=show_name]');
async function placed(root: HTMLElement) {
  const before = sent.length;
  fireEvent.submit(root.querySelector('form')!);
  await waitFor(() => expect(sent.length).toBeGreaterThan(before));
  return sent[before];
}

test('the checkout asks whether the first name may be shown, unticked, and sends what is answered with the order [API-019]', async () => {
  const { container } = render(<Checkout {...props} />);
  expect(box(container)?.checked).toBe(false);
  expect(await placed(container)).toMatchObject({ show_name: 0 });
  await waitFor(() =>
    expect(container.querySelector('.pay-button')?.getAttribute('aria-busy')).toBe('false'),
  );
  box(container)!.click();
  expect(await placed(container)).toMatchObject({ show_name: 1 });
});

test('nothing is asked where purchases are not shown to others, and nobody is named [API-019]', async () => {
  const { container } = render(<Checkout {...props} asksToShowName={false} />);
  expect(box(container)).toBeNull();
  expect(await placed(container)).not.toHaveProperty('show_name');
});
