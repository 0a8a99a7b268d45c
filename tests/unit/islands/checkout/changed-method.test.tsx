// @vitest-environment happy-dom
/** A shopper who chooses another payment method while the first one's form still loads (CHK-22). */
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Checkout } from '#islands/checkout/Checkout.tsx';
import type { CheckoutProps } from '#islands/checkout/types.ts';
import { usdFormat } from '#lib/money/format.ts';
import { emptyAddress } from '#lib/orders/address.ts';

const address = { ...emptyAddress, first_name: 'Ada', last_name: 'Byron', country_code: 'US' };
const checkout = {
  ...{ token: 'tok', shop_id: 1, web_url: '/1/checkouts/tok', state: 'open', order_no: '', status_key: 0 },
  ...{ version: 1, source: 2, currency: 'USD', email: 'ada@example.com', phone: '', address },
  ...{ requires_shipping: false, shipping_id: '', shippings: [], coupon: '', need_second_confirm: false },
  ...{ insurance: 0, insurance_offer: null, tax_lines: [], tax_included: false, note: '', tax_id: '' },
  ...{ payment_method: 'card', paypal_order_id: '', variant_items: [], discounts: [], subtotal_price: 1000 },
  ...{ pay_ship_amount: 0, total_discount_amount: 0, pay_ship_insurance_amount: 0, tip_amount: 0 },
  ...{ tax_amount: 0, total_price: 1000 },
};
const method = {
  ...{ provider: 'simulated', account_id: '', icons: [], countries: null, kit: null, test_mode: false },
  ...{ flow: 'local', frame_url: '' },
};
const props = {
  ...{ checkout, countries: [], format: usdFormat, texts: {}, countdown: null, asksName: false },
  methods: [
    { ...method, method: 'card', title: 'Card', flow: 'card', frame_url: 'https://pay.example/card' },
    { ...method, method: 'invoice', title: 'Invoice' },
  ],
  addresses: [],
  expectsPayPal: false,
  tip: { enabled: false, options: [], custom_allowed: false },
} as unknown as CheckoutProps;

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 0, msg: '', data: checkout }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a form that closes because another method is chosen leaves no message behind [CHK-22]', async () => {
  const { container, getByLabelText } = render(<Checkout {...props} />);
  const button = container.querySelector('.pay-button')!;
  await waitFor(() => expect(container.querySelector('iframe')).not.toBeNull());
  fireEvent.submit(container.querySelector('form')!);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  fireEvent.click(getByLabelText('Invoice'));
  await waitFor(() => expect(container.querySelector('iframe')).toBeNull());
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'));
  expect(container.querySelector('.field-error')).toBeNull();
});
