import { expect, test } from 'vitest';
import { getLanguageTexts } from '#components/page-data.ts';
import { bagTexts } from '#lib/messages/bag.ts';
import { couponTexts } from '#lib/messages/coupon.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import { giftTexts } from '#lib/messages/gifts.ts';
import { pageTexts } from '#lib/messages/pages.ts';
import { promotionTexts } from '#lib/messages/promotions.ts';

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
    ...promotionTexts,
    ...own,
  };
  expect(getLanguageTexts(texts, 'en').island).toEqual({
    addToBag: 'In den Korb',
    selectAll: 'Alles',
  });
});
