// @vitest-environment happy-dom
/** A shopper who returns from PayPal: when the page shows the review, and when the form (R64). */
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Checkout } from '#islands/checkout/Checkout.tsx';
import type { CheckoutProps } from '#islands/checkout/types.ts';
import { usdFormat } from '#lib/money/format.ts';
import { emptyAddress } from '#lib/orders/address.ts';

const approved = {
  ...{ token: 'tok', shop_id: 1, web_url: '/1/checkouts/tok', state: 'open', order_no: '', status_key: 0 },
  ...{ version: 1, source: 2, currency: 'USD', email: 'ada@example.com', phone: '', address: emptyAddress },
  ...{ requires_shipping: false, shipping_id: '', shippings: [], coupon: '', need_second_confirm: false },
  ...{ insurance: 0, insurance_offer: null, tax_lines: [], tax_included: false, note: '', tax_id: '' },
  ...{
    payment_method: 'paypal',
    paypal_order_id: 'PP1',
    paypal_amount: 10,
    variant_items: [],
    discounts: [],
  },
  ...{ pay_ship_amount: 0, total_discount_amount: 0, pay_ship_insurance_amount: 0, tip_amount: 0 },
  ...{ tax_amount: 0, total_price: 10, subtotal_price: 10 },
};
const payPal = {
  ...{ method: 'paypal', title: 'PayPal', provider: 'paypal', account_id: '', icons: [], countries: null },
  ...{ kit: null, test_mode: true, flow: 'redirect', frame_url: '' },
};

const payer = { email: 'ada@example.com', phone: '', address: emptyAddress };

/** @param saved the changes in the shop's response to each save, null for a failure */
function open(changes: object, saved: object | null = {}, comesFromPayPal = false) {
  const checkout = { ...approved, ...changes };
  const answer = async (path: string) => {
    if (path.includes('/payer')) return Response.json({ code: 0, msg: '', data: payer });
    if (!saved) return Response.json({ code: 90000, msg: 'Not reachable', data: null });
    return Response.json({ code: 0, msg: '', data: { ...checkout, ...saved } });
  };
  vi.stubGlobal('fetch', vi.fn(answer));
  const props = {
    ...{ checkout, countries: [], format: usdFormat, texts: {}, countdown: null, asksName: false },
    ...{ methods: [payPal], addresses: [], expectsPayPal: false, comesFromPayPal },
    tip: { enabled: false, options: [], custom_allowed: false },
  } as unknown as CheckoutProps;
  return render(<Checkout {...props} />).container;
}
const button = (page: Element) => page.querySelector<HTMLButtonElement>('.pay-button')!;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', location.pathname);
});

test('an approved payment with all that is needed is reviewed, and ordered only when the review is there [PPX-24]', async () => {
  const page = open({});
  expect(page.querySelector('#review-title')).toBeNull();
  expect(button(page).disabled).toBe(true);
  await waitFor(() => expect(page.querySelector('#review-title')).not.toBeNull());
  await waitFor(() => expect(button(page).disabled).toBe(false));
});

test('the form stays while what was missing is typed and saved [PPX-24]', async () => {
  const page = open({ email: '' }, { email: 'ada@example.co', version: 2 });
  const email = () => page.querySelector<HTMLInputElement>('#checkout-email');
  fireEvent.input(email()!, { target: { value: 'ada@example.co' } });
  fireEvent.blur(email()!);
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(email()?.value).toBe('ada@example.co');
  expect(page.querySelector('.review')).toBeNull();
});

test('what PayPal answered and could not be saved is shown in the form, not reviewed [PPX-24]', async () => {
  history.replaceState(null, '', '?paypalOrderId=PP1');
  const page = open({ email: '' }, null, true);
  expect(page.querySelector('.review')?.getAttribute('aria-busy')).toBe('true');
  expect(button(page).disabled).toBe(true);
  await waitFor(() => expect(page.querySelector('#checkout-email')).not.toBeNull());
  expect(page.querySelector<HTMLInputElement>('#checkout-email')?.value).toBe('ada@example.com');
  expect(page.querySelector('.review')).toBeNull();
});
