// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openOptionMask } from '#islands/quick-add/OptionMask.tsx';
import { createShopTexts, type IslandShopProps } from '#lib/bag/shop-texts.ts';
import type { QuickProduct } from '#lib/catalog/card-options.ts';
import { usdConfig } from '#lib/currency/config.ts';

const words = createShopTexts({ currency: usdConfig, texts: {}, bag: {} } as unknown as IslandShopProps);
const value = (id: number, name: string) => ({ id, value: name, img: '', styleValue: '' });
const cup = {
  product: {
    title: 'Cup',
    options: [
      { id: 1, name: 'Glaze', style: 1, values: [value(11, 'Sage'), value(12, 'Oat')] },
      { id: 2, name: 'Size', style: 1, values: [value(21, 'Small'), value(22, 'Large')] },
      { id: 3, name: 'Maker', style: 1, values: [value(31, 'Us')] },
    ],
    variants: [
      { id: 1, optionValueIds: [11, 21, 31] },
      { id: 2, optionValueIds: [12, 22, 31], imgUrl: '/oat.jpeg' },
      { id: 3, optionValueIds: [12, 21, 31] },
    ],
    seoUrl: 'cup',
    thumbnail: '/cup.jpeg',
  },
  listing: [
    { sku_id: 1, sale_price: 5 },
    { sku_id: 2, sale_price: 6 },
  ],
} as unknown as QuickProduct;

let card: HTMLElement;
let opener: HTMLElement;
const added = vi.fn();
const button = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('.card-value')].find(({ textContent }) =>
    textContent!.startsWith(name),
  )!;
const open = () => act(() => openOptionMask({ card, opener, quick: cup, texts: words, onChosen: added }));
const mask = () => document.querySelector<HTMLDialogElement>('dialog.card-mask');

beforeEach(() => {
  added.mockClear();
  document.body.innerHTML =
    '<div id="carousel"><article class="card"><a id="add" href="/x">Add</a></article></div>';
  card = document.querySelector<HTMLElement>('.card')!;
  opener = document.querySelector<HTMLElement>('#add')!;
  open();
});

test('the mask opens as a modal with the values to pick, not those that leave no choice [CARD-11]', () => {
  expect([mask()?.open, mask()?.getAttribute('aria-label')]).toEqual([true, 'Choose options Cup']);
  expect([...document.querySelectorAll('.card-value')].map(({ textContent }) => textContent)).toEqual([
    'Sage$5.00',
    'Oat$6.00',
    'Small$5.00',
    'Large$6.00',
  ]);
  // The browser moves the focus to the first of these.
  expect(mask()!.querySelector('a, button')).toBe(button('Sage'));
});

test('the focus is on the first value that can be picked, not on a sold-out one [CARD-11]', () => {
  act(() => void document.querySelector<HTMLElement>('.card-mask-close')?.click());
  const [first, ...others] = cup.listing;
  act(() =>
    openOptionMask({
      card,
      opener,
      quick: { ...cup, listing: others },
      texts: words,
      onChosen: added,
    }),
  );
  expect([first?.sku_id, mask()!.querySelector('a')?.textContent]).toEqual([1, 'Sage']);
  expect(document.activeElement).toBe(button('Oat'));
});

test('values show prices only if every value of their option has one price [CARD-11]', () => {
  act(() => void document.querySelector<HTMLElement>('.card-mask-close')?.click());
  const listing = [...cup.listing, { sku_id: 3, sale_price: 6 }];
  act(() => openOptionMask({ card, opener, quick: { ...cup, listing }, texts: words, onChosen: added }));
  expect([...document.querySelectorAll('.card-value')].map(({ textContent }) => textContent)).toEqual([
    'Sage$5.00',
    'Oat$6.00',
    'Small',
    'Large',
  ]);
});

test('a pick disables what does not go with it, and the last one adds and gives the focus back [CARD-12, CARD-13, CARD-14]', () => {
  act(() => void button('Sage').click());
  expect(button('Sage').getAttribute('aria-pressed')).toBe('true');
  expect([button('Small').disabled, button('Large').disabled]).toEqual([false, true]);
  act(() => void button('Sage').click());
  act(() => void button('Large').click());
  expect(added).not.toHaveBeenCalled();
  act(() => void button('Small').click());
  expect(added.mock.calls.map(([variant]) => variant.id)).toEqual([1]);
  expect(mask()).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test('the mask shows picture and price of what can still be chosen; a value that is sold out leads to it [CARD-11, CARD-13]', () => {
  const head = () => [
    mask()!.querySelector('img')?.getAttribute('src'),
    mask()!.querySelector('p:last-child')?.textContent,
  ];
  expect(head()).toEqual(['/cup.jpeg', 'From $5.00']);
  act(() => void button('Oat').click());
  expect(head()).toEqual(['/oat.jpeg', '$6.00']);
  const soldOut = mask()!.querySelector('a');
  expect([soldOut?.textContent, soldOut?.getAttribute('href')]).toEqual(['Small', '/products/cup?variant=3']);
});

test('closed without a pick, as by Escape, it adds nothing and gives the focus back to what opened it', () => {
  act(() => void button('Oat').click());
  act(() => mask()!.close());
  expect(mask()).toBeNull();
  expect(document.activeElement).toBe(opener);
  expect(added).not.toHaveBeenCalled();
});

test('a press beside it closes it, one between its buttons does not', () => {
  act(() => mask()!.querySelector<HTMLElement>('.card-values')!.click());
  act(() => (mask()!.firstElementChild as HTMLElement).click());
  expect(mask()).not.toBeNull();
  act(() => mask()!.click());
  expect(mask()).toBeNull();
});

test('a carousel around the card pauses while it is open and goes on when it is closed [CARD-15]', () => {
  act(() => void document.querySelector<HTMLElement>('.card-mask-close')?.click());
  const heard: string[] = [];
  for (const name of ['carousel:pause', 'carousel:resume'])
    document.querySelector('#carousel')?.addEventListener(name, () => heard.push(name));
  open();
  expect(heard).toEqual(['carousel:pause']);
  act(() => void document.querySelector<HTMLElement>('.card-mask-close')?.click());
  expect(heard).toEqual(['carousel:pause', 'carousel:resume']);
});
