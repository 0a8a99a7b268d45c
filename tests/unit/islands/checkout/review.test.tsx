// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Review } from '#islands/checkout/Review.tsx';
import type { CheckoutState } from '#islands/checkout/use-checkout.ts';
import { emptyAddress } from '#lib/orders/address.ts';

afterEach(cleanup);

const sums = {
  ...{ pay_ship_amount: 5.95, pay_ship_insurance_amount: 0, tax_amount: 2.03, tip_amount: 0 },
  ...{ total_price: 35.98, paypal_amount: 28 },
};

test.each([
  ['what the checkout added', {}, 'Added since PayPal: $5.95 shipping and $2.03 tax.'],
  [
    'all four parts',
    { pay_ship_insurance_amount: 2, tip_amount: 3, total_price: 40.98 },
    'Added since PayPal: $5.95 shipping, $2.00 insurance, $2.03 tax and $3.00 tip.',
  ],
  ['one part', { tax_amount: 0, total_price: 33.95 }, 'Added since PayPal: $5.95 shipping.'],
  ['nothing where the parts are not the whole difference', { total_price: 34.98 }, ''],
  ['nothing where PayPal was asked for all of it', { paypal_amount: 35.98 }, ''],
  ['nothing where it is not known what was agreed to', { paypal_amount: null }, ''],
])('a review says %s [PPX-24]', (_, changes, said) => {
  const checkout = {
    ...{ email: 'ada@example.com', address: emptyAddress, shippings: [], shipping_id: '', currency: 'USD' },
    ...{ ...sums, ...changes },
  };
  const state = { checkout } as unknown as CheckoutState;
  render(<Review state={state} money={(amount) => `$${amount.toFixed(2)}`} total="" onChange={() => {}} />);
  expect(document.querySelector('.review > .small')?.textContent ?? '').toBe(said);
});
