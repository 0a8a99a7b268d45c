// @vitest-environment happy-dom
/** The chosen currency. Its list: currency/currency-picker.test.tsx; static prices: currency/mount-prices.test.ts. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fillStorage, forbidStorage, inNewTab, writeElsewhere } from './storage.ts';

const newTab = () => inNewTab(() => import('#client/stores/currency.ts'));
const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

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

test('follows a choice, other tabs and the back-forward cache [CUR-14]', async () => {
  const { $currency } = await newTab();
  const seen: unknown[] = [];
  $currency.listen((code) => seen.push(code));
  $currency.set('EUR');
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
  const { $currency, chosenCurrency } = await newTab();
  $currency.set('EUR');
  expect(chosenCurrency()).toBe('EUR');
  writeElsewhere('currency', 'JPY');
  expect(chosenCurrency()).toBe('JPY');
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(chosenCurrency()).toBeNull();
});

const troubles = [
  ['full', fillStorage, 'EUR'],
  ['forbidden', () => (allow = forbidStorage()), null],
] as const;
test.each(troubles)('is the page’s where the storage is %s [CUR-05]', async (_, spoil, before) => {
  localStorage.setItem('currency', 'EUR');
  spoil();
  const { $currency, chosenCurrency } = await newTab();
  $currency.listen(() => {});
  expect(chosenCurrency()).toBe(before);
  $currency.set('JPY');
  expect(chosenCurrency()).toBe('JPY');
  $currency.set('USD');
  comeBack();
  expect(chosenCurrency()).toBe('USD');
});

test('is stored again once there is room, and what another tab could store is newer [CUR-05]', async () => {
  const { $currency, chosenCurrency } = await newTab();
  $currency.listen(() => {});
  fillStorage();
  $currency.set('JPY');
  vi.unstubAllGlobals();
  $currency.set('EUR');
  expect([chosenCurrency(), localStorage.getItem('currency')]).toEqual(['EUR', 'EUR']);
  fillStorage();
  $currency.set('USD');
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
