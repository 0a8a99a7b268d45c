import { expect, test } from 'vitest';
import { islandShop } from '#lib/bag/shop-words.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { pageTexts } from '#lib/page-texts.ts';
import { defaultTexts } from '#lib/text.ts';
import { bagTexts } from '#lib/texts/bag.ts';
import { couponTexts } from '#lib/texts/coupon.ts';
import { giftTexts } from '#lib/texts/gifts.ts';
import { hintTexts } from '#lib/texts/hints.ts';

test('a word has one place: pages and islands never have a key twice', () => {
  expect(Object.keys(pageTexts).filter((key) => key in defaultTexts || key in bagTexts)).toEqual([]);
  expect(Object.keys(bagTexts).filter((key) => key in defaultTexts)).toEqual([]);
});

test('islands are told what a language changes of their words, and none of the pages’ own', () => {
  const own = { home: 'Start', addToBag: 'In den Korb', selectAll: 'Alles' };
  const texts = {
    ...pageTexts,
    ...defaultTexts,
    ...bagTexts,
    ...couponTexts,
    ...giftTexts,
    ...hintTexts,
    ...own,
  };
  expect(islandShop(usdConfig, texts, {} as never).texts).toEqual({
    addToBag: 'In den Korb',
    selectAll: 'Alles',
  });
});
