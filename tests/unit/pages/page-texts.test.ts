import { expect, test } from 'vitest';
import { islandShop } from '#lib/bag/shop-words.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { pageTexts } from '#lib/page-texts.ts';
import { defaultTexts } from '#lib/text.ts';

test('a word has one place: pages and islands never have a key twice', () => {
  expect(Object.keys(pageTexts).filter((key) => key in defaultTexts)).toEqual([]);
});

test('islands are told what a language changes of their words, and none of the pages’ own', () => {
  const texts = { ...pageTexts, ...defaultTexts, home: 'Start', addToBag: 'In den Korb' };
  expect(islandShop(usdConfig, texts, {} as never).texts).toEqual({ addToBag: 'In den Korb' });
});
