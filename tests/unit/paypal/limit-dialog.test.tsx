// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LimitDialog } from '#islands/paypal/LimitDialog.tsx';
import { wordsOf } from '#lib/bag/shop-words.ts';
import type { PayPalConfig } from '#lib/paypal/rules.ts';
import { islandShop } from '../product/form-fixture.ts';

const dialog = (change: Partial<PayPalConfig>) => {
  const config = { currency: 'USD', min_amount: 10, max_amount: 100, ...change } as PayPalConfig;
  return <LimitDialog config={config} text={wordsOf(islandShop).text} onClose={() => {}} />;
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
