import { expect, test } from 'vitest';
import {
  type CurrencyConfig,
  findDisplayCurrency,
  findShopCurrency,
  usdConfig,
} from '#lib/currency/config.ts';
import { convertForDisplay, convertMinor, formatDisplayPrice } from '#lib/currency/display.ts';
import { usdFormat } from '#lib/money/format.ts';

const euro = { decimal_mark: ',', thousands_separator: '.', symbol: '€', format: '{{amount}} €' };
const yen = { ...usdFormat, symbol: '¥', format: '¥{{amount}}' };
const config: CurrencyConfig = {
  round_integer: false,
  default_show_currency: 'EUR',
  currencies: [
    usdConfig.currencies[0]!,
    { currency: 'EUR', rate: 0.915, is_default: false, name: 'Euro', flag: 'eu', currency_format: euro },
    { currency: 'JPY', rate: 151.337, is_default: false, name: 'Yen', flag: 'jp', currency_format: yen },
  ],
};
const [usd, eur, jpy] = config.currencies;

test('a shown price is the own price × rate, written with the marks of its currency [CUR-03, CUR-04, CUR-10, CUR-11]', () => {
  expect(formatDisplayPrice(123450, config, usd!)).toBe('$1,234.50');
  expect(formatDisplayPrice(123450, config, eur!)).toBe('1.129,57 €');
  expect(formatDisplayPrice(1999, config, jpy!)).toBe('¥3,025');
});

test('rounds half up in decimals, not in binary fractions [CUR-10]', () => {
  expect(convertMinor(100, 'USD', 1.005, 2)).toBe(101);
  expect(convertMinor(1000, 'JPY', 0.0066, 2)).toBe(660);
});

test('round_integer shows whole amounts of foreign currencies with 00, and leaves the own currency alone [CUR-11, CUR-12]', () => {
  const whole = { ...config, round_integer: true };
  expect(formatDisplayPrice(123450, whole, eur!)).toBe('1.130,00 €');
  expect(formatDisplayPrice(1999, whole, jpy!)).toBe('¥3,025');
  expect(formatDisplayPrice(123456, whole, usd!)).toBe('$1,234.56');
  // 2.73 × 0.915 = 2.49795, which is nearer to 2: rounded once, not via 2.50.
  expect([formatDisplayPrice(273, whole, eur!), convertForDisplay(273, whole, eur!)]).toEqual(['2,00 €', 2]);
});

test('an unknown stored currency shows the default [CUR-06]', () => {
  expect(findDisplayCurrency(config, 'JPY').currency).toBe('JPY');
  expect(findDisplayCurrency(config, 'XXX').currency).toBe('EUR');
  expect(findDisplayCurrency(config, null).currency).toBe('EUR');
});

test('a shop with one currency shows it, whatever is stored or set [CUR-07, CUR-09]', () => {
  expect(findDisplayCurrency(usdConfig, 'EUR').currency).toBe('USD');
  expect(findDisplayCurrency({ ...usdConfig, default_show_currency: 'EUR' }, 'EUR').currency).toBe('USD');
  expect(usdConfig.currencies[0]?.currency_format.symbol).toBe('$');
});

test('orders are charged in the currency marked as the shop’s own, else in the first [CUR-02]', () => {
  expect(findShopCurrency({ ...config, currencies: [eur!, usd!] })).toBe(usd);
  expect(findShopCurrency({ ...config, currencies: [eur!, jpy!] })).toBe(eur);
});
