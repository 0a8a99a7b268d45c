import { describe, expect, it } from 'vitest';
import { isOutsideLimits } from '#lib/money/limits.ts';
import {
  isPayPalButtonVisible,
  type PayPalButtonState,
  type PayPalConfig,
  paypalEntranceCodes,
} from '#lib/paypal/button-visibility.ts';

const config: PayPalConfig = {
  id: 'paypal',
  account_type: 1,
  client_id: 'client',
  auth_type: 1,
  domain: 'https://pay.example',
  express_pay_show: ['bag', 'detail', 'checkout'],
  min_amount: 10,
  max_amount: 100,
  is_paypal_authorize: false,
  product_title: 'Bowls',
  test_mode: true,
  sdk_url: 'https://pay.example/web-sdk/v6/core',
  currency: 'USD',
};
const shown: PayPalButtonState = {
  config,
  isAvailable: true,
  startsHidden: false,
  hasFailedPay: false,
  place: 'bag',
  total: 50,
};

describe('the PayPal button', () => {
  it('shows once configuration, availability and sequence are known, and not before [PPX-01]', () => {
    expect(isPayPalButtonVisible(shown)).toBe(true);
    expect(isPayPalButtonVisible({ ...shown, config: null })).toBe(false);
    expect(isPayPalButtonVisible({ ...shown, isAvailable: false })).toBe(false);
    expect(isPayPalButtonVisible({ ...shown, startsHidden: null })).toBe(false);
  });

  it('shows only where express_pay_show allows it; the modal counts as the product page [PPX-06]', () => {
    const onlyBag = { ...config, express_pay_show: ['bag' as const] };
    expect(isPayPalButtonVisible({ ...shown, config: onlyBag })).toBe(true);
    for (const place of ['detail', 'modal', 'checkout'] as const) {
      expect(isPayPalButtonVisible({ ...shown, config: onlyBag, place })).toBe(false);
    }
    const onlyDetail = { ...config, express_pay_show: ['detail' as const] };
    expect(isPayPalButtonVisible({ ...shown, config: onlyDetail, place: 'modal' })).toBe(true);
  });

  it('starts hidden when the sequence says so, unless a payment failed before [PPX-07, PPX-08]', () => {
    expect(isPayPalButtonVisible({ ...shown, startsHidden: true })).toBe(false);
    expect(isPayPalButtonVisible({ ...shown, startsHidden: true, hasFailedPay: true })).toBe(true);
  });

  it('is hidden above the maximum and below the minimum, bounds inside, but stays at checkout [PPX-16, PPX-17]', () => {
    const visible = (total: number | null, place: PayPalButtonState['place'] = 'bag') =>
      isPayPalButtonVisible({ ...shown, total, place });
    expect([visible(9.99), visible(10), visible(100), visible(100.01)]).toEqual([false, true, true, false]);
    expect(visible(null)).toBe(true);
    expect([visible(9.99, 'checkout'), visible(100.01, 'checkout')]).toEqual([true, true]);
    const open = { ...shown, config: { ...config, min_amount: null, max_amount: null } };
    expect([
      isPayPalButtonVisible({ ...open, total: 0.01 }),
      isPayPalButtonVisible({ ...open, total: 1e6 }),
    ]).toEqual([true, true]);
  });

  it('knows an amount outside either limit [PPX-13, PPX-14]', () => {
    expect([9.99, 10, 100, 100.01].map((amount) => isOutsideLimits(amount, config))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('names its entrance by number [PPX-19]', () => {
    expect(paypalEntranceCodes).toEqual({ bag: 1, detail: 2, checkout: 3, modal: 4 });
  });
});
