import { expect, test } from 'vitest';
import { discountError, totalChangedMessage } from '#server/checkout/line-errors.ts';

test('amounts in a sentence have two decimals and thousands separators [PRICE-22]', () => {
  expect(totalChangedMessage(123450, 1, 'USD')).toContain('changed from 1,234.50 to 0.01 USD.');
  expect(discountError(100_000_000, 0, 'USD')).toContain('changed from 1,000,000.00 to 0.00 USD,');
});

test('where the currency has no decimals, neither has the sentence', () => {
  expect(totalChangedMessage(123450, 900, 'JPY')).toContain('changed from 123,450 to 900 JPY.');
});
