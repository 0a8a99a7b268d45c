import { expect, test } from 'vitest';
import { createBagTexts } from '#lib/bag/bag-texts.ts';
import { promotionBannerText } from '#lib/bag/group-texts.ts';
import { createShopTexts } from '#lib/bag/shop-texts.ts';
import type { WireDiscount } from '#lib/contract/wire-discount.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { normaliseCustomTexts, promotionTextsByTemplate } from '#lib/messages/language.ts';
import german from '../../../fixtures/languages/de.json' with { type: 'json' };
import english from '../../../fixtures/languages/en.json' with { type: 'json' };

const shop = { currency: usdConfig, bag: {} as never, texts: {} };
const inLanguage = (texts: Record<string, string>, lang: string) => {
  const own = normaliseCustomTexts(texts, lang);
  return createBagTexts(createShopTexts({ ...shop, texts: own }), {
    ...own,
    ...promotionTextsByTemplate(own),
  });
};
const plain = createBagTexts(createShopTexts(shop), {});

function group(
  off: number,
  origin: number,
  next?: [desc: string, ...params: (string | number)[]],
  status = 1,
) {
  const [desc, ...params] = next ?? ['{0}', 'Lay the table'];
  const amounts = { origin_amount: origin, discount_amount: off, pay_amount: origin - off };
  return { status, desc, params, amounts } as unknown as WireDiscount;
}
const more = ['Buy {0} more to save {1}%', 2, 15] as [string, number, number];

test.each([
  ['a whole share and the next step', group(19.2, 192, more), '10% off applied · Buy 2 more to save 15%'],
  ['the first step ahead', group(0, 96, more, 2), 'Buy 2 more to save 15%'],
  ['the last step', group(28.8, 192), 'Lay the table · 15% off applied'],
  ['an amount that is no whole share', group(29, 224), 'Lay the table · $29.00 off applied'],
  ['a share that cents have rounded', group(2, 19.99), 'Lay the table · 10% off applied'],
  ['nothing taken off, no step', group(0, 50), 'Lay the table'],
  ['a group that is not whole', group(29, 224, undefined, 0), 'Lay the table'],
])('a banner says %s', (_, discount, words) => {
  expect(promotionBannerText(discount, plain)).toBe(words);
});

test('in the demo’s English and in German', () => {
  const [demo, deutsch] = [inLanguage(english.texts, 'en'), inLanguage(german.texts, 'de')];
  const [reached, ahead] = [group(19.2, 192, more), group(0, 96, ['Buy {0} more to save {1}%', 2, 10], 2)];
  expect([reached, ahead].map((discount) => promotionBannerText(discount, demo))).toEqual([
    '10% off applied · 2 more from this offer for 15% off',
    '2 more from this offer for 10% off',
  ]);
  expect([reached, ahead].map((discount) => promotionBannerText(discount, deutsch))).toEqual([
    '10 % abgezogen · Noch 2 Stück, dann 15 % weniger',
    'Noch 2 Stück, dann 10 % weniger',
  ]);
});
