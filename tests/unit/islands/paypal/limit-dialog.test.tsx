// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LimitDialog } from '#islands/paypal/LimitDialog.tsx';
import { createShopTexts } from '#lib/bag/shop-texts.ts';
import { type CurrencyConfig, usdConfig } from '#lib/currency/config.ts';
import type { PayPalConfig } from '#lib/paypal/button-visibility.ts';
import { islandShop } from '../product/form-fixture.ts';

const dialog = (change: Partial<PayPalConfig>, shop: CurrencyConfig = usdConfig) => {
  const config = { currency: 'USD', min_amount: 10, max_amount: 100, ...change } as PayPalConfig;
  return (
    <LimitDialog config={config} shop={shop} text={createShopTexts(islandShop).text} onClose={() => {}} />
  );
};

test('names both limits, in the currency of the account; a limit that is not set is left out [PPX-13, PPX-14, PPX-15]', () => {
  expect(renderToString(dialog({}))).toContain('PayPal accepts orders from $10.00 to $100.00');
  const { rerender } = render(dialog({}));
  const words = () => screen.getByRole('dialog').firstElementChild!.textContent;
  expect(words()).toBe('PayPal accepts orders from $10.00 to $100.00');
  rerender(dialog({ max_amount: null }));
  expect(words()).toBe('PayPal accepts orders from $10.00');
  rerender(dialog({ currency: 'EUR', max_amount: null }));
  expect(words()).toBe('PayPal accepts orders from 10.00 EUR');
});

test('writes the limits in the format of the shop, and leaves out a minimum that is not set [CR-4]', () => {
  const [own] = usdConfig.currencies;
  const marks = { decimal_mark: ',', thousands_separator: '.', symbol: '€', format: '{{amount}} €' };
  const shop = { ...usdConfig, currencies: [{ ...own!, currency: 'EUR', currency_format: marks }] };
  const limits = { currency: 'EUR', min_amount: 1234.5, max_amount: 5000 };
  const { rerender } = render(dialog(limits, shop));
  const words = () => screen.getAllByRole('dialog').at(-1)!.firstElementChild!.textContent;
  expect(words()).toBe('PayPal accepts orders from 1.234,50 € to 5.000,00 €');
  rerender(dialog({ ...limits, max_amount: null }, shop));
  expect(words()).toBe('PayPal accepts orders from 1.234,50 €');
  rerender(dialog({ ...limits, min_amount: null }, shop));
  expect(words()).toBe('PayPal accepts orders up to 5.000,00 €');
});
