// @vitest-environment happy-dom
/** The currency list as an island. mount-prices.test.ts tests static prices, stores/currency.test.ts the store. */
import { act } from '@testing-library/react';
import { createElement } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mountPriceConversion } from '#client/currency/mount-prices.ts';
import { $currency } from '#client/stores/currency.ts';
import CurrencyPicker from '#islands/currency/CurrencyPicker.tsx';
import { usdConfig } from '#lib/currency/config.ts';
import { fillStorage, forbidStorage, writeElsewhere } from '../stores/storage.ts';

const [usd] = usdConfig.currencies;
const codes = ['USD', 'EUR', 'GBP'];
const config = {
  ...usdConfig,
  currencies: codes.map((currency, at) => ({ ...usd!, currency, rate: 1 + at, is_default: at === 0 })),
};
const options = codes.map((code) => `<option value="${code}">${code}</option>`).join('');
/** The slot's content as Astro passes it to an island, on the server and in the browser. */
const picker = (
  <CurrencyPicker>
    {createElement('astro-slot', {
      suppressHydrationWarning: true,
      // biome-ignore lint/security/noDangerouslySetInnerHtml: as Astro's slots do
      dangerouslySetInnerHTML: { __html: `<select data-currency-picker="">${options}</select>` },
    })}
  </CurrencyPicker>
);

// The server's markup, in the bar and in the footer; written once, because the page's listeners stay.
const written = renderToString(picker);
document.body.innerHTML =
  `<div>${written}</div><p><span data-amount="10">$10.00</span></p><div>${written}</div>` +
  `<script type="application/json" id="shop">${JSON.stringify({ currency: config })}</script>`;
const [bar, foot] = document.querySelectorAll<HTMLElement>('div');
mountPriceConversion();

const lists = () => [...document.querySelectorAll('select')];
const shown = () => lists().map(({ value }) => value);
const price = () => document.querySelector('[data-amount]')!.textContent;
const choose = (list: HTMLSelectElement, code: string) =>
  act(async () => {
    list.value = code;
    for (const type of ['input', 'change']) list.dispatchEvent(new Event(type, { bubbles: true }));
  });

let roots: Root[] = [];
let faults: ReturnType<typeof vi.spyOn>;
const hydrate = (...places: (HTMLElement | undefined)[]) =>
  act(async () => {
    for (const place of places)
      roots.push(hydrateRoot(place!, picker, { onRecoverableError: (fault) => console.error(fault) }));
  });

let allow = () => {};
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  // Restores the server's markup on a device without stored data.
  await act(async () => writeElsewhere('currency', null));
  for (const place of [bar!, foot!]) place.innerHTML = written;
  faults = vi.spyOn(console, 'error');
});
afterEach(async () => {
  expect(faults).not.toHaveBeenCalled();
  await act(async () => {
    for (const root of roots) root.unmount();
  });
  roots = [];
  allow();
  allow = () => {};
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('is the list that the server wrote, with the first currency selected, also once it is hydrated [HDR-23]', async () => {
  const [list] = lists();
  await hydrate(bar);
  expect(lists()[0]).toBe(list);
  expect([...list!.options].map(({ value }) => value)).toEqual(codes);
  expect([list!.closest('label')!.className, shown()]).toEqual([
    'picker picker-list when-scripts',
    ['USD', 'USD'],
  ]);
});

test('hydrates without a mismatch, shows the stored currency and stores nothing by itself [CUR-05]', async () => {
  writeElsewhere('currency', 'EUR');
  const set = vi.spyOn($currency, 'set');
  await hydrate(bar, foot);
  expect(shown()).toEqual(['EUR', 'EUR']);
  expect(set.mock.calls.filter(([code]) => code !== 'EUR')).toEqual([]);
});

test('stores the choice; the other list and the prices of the page follow [CUR-05, CUR-14, HDR-23]', async () => {
  await hydrate(bar, foot);
  await choose(lists()[0]!, 'GBP');
  expect([localStorage.getItem('currency'), $currency.get(), shown()]).toEqual([
    'GBP',
    'GBP',
    ['GBP', 'GBP'],
  ]);
  expect(price()).toBe('$30.00');
  await choose(lists()[1]!, 'EUR');
  expect([localStorage.getItem('currency'), $currency.get(), shown()]).toEqual([
    'EUR',
    'EUR',
    ['EUR', 'EUR'],
  ]);
});

test('a choice that came before hydration shows and is stored at once, and is in the store then [CUR-05]', async () => {
  writeElsewhere('currency', 'EUR');
  await choose(lists()[0]!, 'GBP');
  expect([price(), localStorage.getItem('currency')]).toEqual(['$30.00', 'GBP']);
  await hydrate(bar);
  expect([localStorage.getItem('currency'), $currency.get(), shown()[0]]).toEqual(['GBP', 'GBP', 'GBP']);
});

test('follows another tab, as its store does [CUR-05, CUR-14]', async () => {
  await hydrate(bar, foot);
  await act(async () => writeElsewhere('currency', 'EUR'));
  expect([shown(), price()]).toEqual([['EUR', 'EUR'], '$20.00']);
  await act(async () => writeElsewhere('currency', null));
  expect([shown(), price()]).toEqual([['USD', 'USD'], '$10.00']);
});

test('shows the first currency where the shop no longer has the stored one, which stays stored [CUR-06]', async () => {
  writeElsewhere('currency', 'XXX');
  await hydrate(bar, foot);
  expect([shown(), localStorage.getItem('currency')]).toEqual([['USD', 'USD'], 'XXX']);
});

test.each([
  ['full', fillStorage],
  ['forbidden', () => (allow = forbidStorage())],
] as const)(
  'where the storage is %s the choice is the page’s, after the back-forward cache too [CUR-05]',
  async (_, spoil) => {
    spoil();
    await hydrate(bar);
    await choose(lists()[0]!, 'GBP');
    await act(async () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    // An island that hydrates later shows the currency, too.
    await hydrate(foot);
    expect([$currency.get(), shown(), price()]).toEqual(['GBP', ['GBP', 'GBP'], '$30.00']);
    await act(async () => $currency.set(undefined));
  },
);
