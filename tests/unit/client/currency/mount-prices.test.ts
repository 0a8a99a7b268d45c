// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { mountPriceConversion } from '#client/currency/mount-prices.ts';
import { type CurrencyConfig, usdConfig } from '#lib/currency/config.ts';

const format = (symbol: string) => ({
  decimal_mark: ',',
  thousands_separator: '.',
  symbol,
  format: `{{amount}} ${symbol}`,
});
const config: CurrencyConfig = {
  round_integer: false,
  default_show_currency: 'USD',
  currencies: [
    usdConfig.currencies[0]!,
    { currency: 'EUR', rate: 0.9, is_default: false, name: 'Euro', flag: '', currency_format: format('€') },
    { currency: 'JPY', rate: 150, is_default: false, name: 'Yen', flag: '', currency_format: format('¥') },
  ],
};

const options = config.currencies
  .map(({ currency }) => `<option value="${currency}">${currency}</option>`)
  .join('');
const picker = `<select data-currency-picker>${options}</select>`;

function page(of: CurrencyConfig | null = config): void {
  document.documentElement.classList.add('other-currency');
  document.body.innerHTML =
    `${picker}<p><span data-amount="28">$28.00</span> <s><span data-amount="1234.5">$1,234.50</span></s></p>` +
    `<template><span data-amount></span></template>${picker}` +
    (of ? `<script type="application/json" id="shop">${JSON.stringify({ currency: of })}</script>` : '');
  mountPriceConversion();
}
const prices = () => [...document.querySelectorAll('[data-amount]')].map(({ textContent }) => textContent);
const choose = (code: string, at = 0) => {
  const select = document.querySelectorAll<HTMLSelectElement>('[data-currency-picker]')[at]!;
  select.value = code;
  select.dispatchEvent(new Event('change', { bubbles: true }));
};
/** Restores the page from the back-forward cache. */
const comeBack = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
/** Waits until observers have reported. */
const reported = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  localStorage.clear();
});

describe('prices of a page', () => {
  test('are in the stored currency at once, and shown then [CUR-01, CUR-05]', () => {
    localStorage.setItem('currency', 'EUR');
    page();
    expect(prices()).toEqual(['25,20 €', '1.111,05 €']);
    expect(document.documentElement.classList.contains('other-currency')).toBe(false);
    expect([...document.querySelectorAll('select')].map(({ value }) => value)).toEqual(['EUR', 'EUR']);
  });

  test('follow either picker before its island is hydrated, and go back to the first currency [CUR-14, HDR-23]', () => {
    page();
    choose('JPY');
    expect(prices()).toEqual(['4.200 ¥', '185.175 ¥']);
    choose('USD', 1);
    expect(prices()).toEqual(['$28.00', '$1,234.50']);
  });

  test('keep a choice for the next page when the shopper leaves before the island is hydrated [CUR-05]', () => {
    page();
    choose('JPY');
    expect(localStorage.getItem('currency')).toBe('JPY');
  });

  test('are in the currency that another page has stored when the back-forward cache brings this one [CUR-05]', () => {
    page();
    choose('JPY');
    localStorage.setItem('currency', 'EUR');
    comeBack();
    expect(prices()).toEqual(['25,20 €', '1.111,05 €']);
  });

  test('stay in the first currency when the shop does not have the stored one [CUR-06]', () => {
    localStorage.setItem('currency', 'XXX');
    page();
    expect(prices()).toEqual(['$28.00', '$1,234.50']);
    expect(document.documentElement.classList.contains('other-currency')).toBe(false);
  });

  test('that scripts add or change are in the chosen currency too [CUR-01]', async () => {
    localStorage.setItem('currency', 'EUR');
    page();
    document.querySelector('p')!.insertAdjacentHTML('beforeend', '<b><i data-amount="10">$10.00</i></b>');
    document.querySelector<HTMLElement>('s [data-amount]')!.dataset.amount = '20';
    await reported();
    expect(prices()).toEqual(['25,20 €', '18,00 €', '9,00 €']);
  });

  test('follow a choice made in another tab [CUR-05]', () => {
    page();
    dispatchEvent(new StorageEvent('storage', { key: 'currency', newValue: 'EUR' }));
    expect(prices()).toEqual(['25,20 €', '1.111,05 €']);
  });

  test('are left alone where there is no choice', () => {
    localStorage.setItem('currency', 'EUR');
    page(null);
    expect(prices()).toEqual(['$28.00', '$1,234.50']);
  });
});
