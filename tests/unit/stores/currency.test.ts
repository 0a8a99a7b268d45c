// @vitest-environment happy-dom
/** The chosen currency as islands see it; what the page's static prices do: tests/unit/currency/mount-prices.test.ts. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mountPrices } from '#client/currency/mount-prices.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { fillStorage, forbidStorage, inNewTab, writeElsewhere } from './storage.ts';

const [usd] = usdConfig.currencies;
const codes = ['USD', 'EUR', 'JPY'];
const config = {
  ...usdConfig,
  currencies: codes.map((currency) => ({ ...usd, currency, is_default: currency === 'USD' })),
};

const newTab = () => inNewTab(() => import('#client/stores/currency.ts'));
const choose = (code: string) => {
  const picker = document.querySelector('select')!;
  picker.value = code;
  picker.dispatchEvent(new Event('change', { bubbles: true }));
};
const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

// Once: its listeners are the page's, and stay.
const options = codes.map((code) => `<option value="${code}">${code}</option>`).join('');
document.body.innerHTML =
  `<select data-currency-picker>${options}</select>` +
  `<script type="application/json" id="shop">${JSON.stringify({ currency: config })}</script>`;
mountPrices();

let allow = () => {};
beforeEach(() => {
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
});
afterEach(() => {
  allow();
  vi.unstubAllGlobals();
});

test('is what the device has stored, and none before any choice [CUR-05]', async () => {
  expect((await newTab()).chosenCurrency()).toBeNull();
  expect(localStorage.length).toBe(0);
  localStorage.setItem('currency', 'EUR');
  expect((await newTab()).chosenCurrency()).toBe('EUR');
  expect(localStorage.getItem('currency')).toBe('EUR');
});

test('follows the picker, other tabs and the back-forward cache [CUR-14]', async () => {
  const { $currency } = await newTab();
  const seen: unknown[] = [];
  $currency.listen((code) => seen.push(code));
  choose('EUR');
  expect(seen).toEqual(['EUR']);
  writeElsewhere('currency', 'JPY');
  expect(seen).toEqual(['EUR', 'JPY']);
  localStorage.setItem('currency', 'USD');
  comeBack();
  expect(seen).toEqual(['EUR', 'JPY', 'USD']);
  writeElsewhere('currency', null);
  expect(seen).toEqual(['EUR', 'JPY', 'USD', undefined]);
  expect(localStorage.length).toBe(0);
});

test('is known to who asks without listening, each time [CUR-14]', async () => {
  const { chosenCurrency } = await newTab();
  choose('EUR');
  expect(chosenCurrency()).toBe('EUR');
  choose('JPY');
  expect(chosenCurrency()).toBe('JPY');
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(chosenCurrency()).toBeNull();
  expect(document.querySelector('select')!.value).toBe('USD');
});

test('stays stored where the shop does not have it any more [CUR-06]', async () => {
  localStorage.setItem('currency', 'XXX');
  const { $currency } = await newTab();
  $currency.listen(() => {});
  comeBack();
  expect(document.querySelector('select')!.value).toBe('USD');
  expect(localStorage.getItem('currency')).toBe('XXX');
});

const troubles = [
  ['full', fillStorage, 'EUR'],
  ['forbidden', () => (allow = forbidStorage()), null],
] as const;
test.each(troubles)(
  'is the page’s where the storage is %s, for islands that wake later too [CUR-05]',
  async (_, spoil, before) => {
    localStorage.setItem('currency', 'EUR');
    spoil();
    const early = await newTab();
    early.$currency.listen(() => {});
    expect(early.chosenCurrency()).toBe(before);
    choose('JPY');
    expect(early.chosenCurrency()).toBe('JPY');
    const late = await newTab();
    expect(late.chosenCurrency()).toBe('JPY');
    choose('USD');
    comeBack();
    expect([early, late].map(({ chosenCurrency }) => chosenCurrency())).toEqual(['USD', 'USD']);
    expect(document.querySelector('select')!.value).toBe('USD');
  },
);

test('is stored again once there is room, and what another tab could store is newer [CUR-05]', async () => {
  const { $currency, chosenCurrency } = await newTab();
  $currency.listen(() => {});
  fillStorage();
  choose('JPY');
  vi.unstubAllGlobals();
  choose('EUR');
  expect([chosenCurrency(), localStorage.getItem('currency')]).toEqual(['EUR', 'EUR']);
  fillStorage();
  choose('USD');
  vi.unstubAllGlobals();
  writeElsewhere('currency', 'JPY');
  expect(chosenCurrency()).toBe('JPY');
  expect((await newTab()).chosenCurrency()).toBe('JPY');
});

test('can be taken out of the storage, or of the page where there is none', async () => {
  localStorage.setItem('currency', 'EUR');
  const { $currency, chosenCurrency } = await newTab();
  $currency.set(undefined);
  expect([chosenCurrency(), localStorage.length]).toEqual([null, 0]);
  allow = forbidStorage();
  $currency.set('JPY');
  expect(chosenCurrency()).toBe('JPY');
  $currency.set(undefined);
  comeBack();
  expect(chosenCurrency()).toBeNull();
});
