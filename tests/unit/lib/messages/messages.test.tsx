/** Messages with numbers, in languages with more plural forms than English, in each way that a shop shows them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { getLanguageTexts } from '#components/page-data.ts';
import Reviews from '#islands/reviews/Reviews.tsx';
import { createBagTexts } from '#lib/bag/bag-texts.ts';
import { createShopTexts } from '#lib/bag/shop-texts.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { allTexts } from '#lib/messages/all.ts';
import {
  type CustomTexts,
  createTexts,
  createTranslate,
  formatPromotionMessage,
} from '#lib/messages/format.ts';
import { normaliseCustomTexts, pickChangedTexts, withEnglishFallback } from '#lib/messages/language.ts';
import { listingTexts } from '#lib/messages/listing.ts';
import { reviewTexts } from '#lib/messages/reviews.ts';
import { resolveMailLanguage } from '#server/mail/email-shop-data.ts';
import { FileErrors } from '#server/shop/file-error.ts';
import { readLanguages } from '#server/shop/language-files.ts';
import { marram, speaking } from '../../server/mail/fixtures.ts';

const polish = {
  productCount_one: '{count} produkt',
  productCount_few: '{count} produkty',
  productCount_many: '{count} produktów',
  productCount_other: '{count} produktu',
  suggestionCount_one: '{count} podpowiedź',
  suggestionCount_few: '{count} podpowiedzi',
  suggestionCount_many: '{count} podpowiedzi (wiele)',
  suggestionCount_other: '{count} podpowiedzi (ułamek)',
  freeShippingPieces_one: 'Dodaj jeszcze {count} sztukę',
  freeShippingPieces_few: 'Dodaj jeszcze {count} sztuki',
  freeShippingPieces_many: 'Dodaj jeszcze {count} sztuk',
  reviewsWithStars_one: '{star}/5: {count} opinia',
  reviewsWithStars_few: '{star}/5: {count} opinie',
  reviewsWithStars_many: '{star}/5: {count} opinii',
  hintBuyMoreGift_one: 'Jeszcze {0} sztuka do prezentu',
  hintBuyMoreGift_few: 'Jeszcze {0} sztuki do prezentu',
  hintBuyMoreGift_many: 'Jeszcze {0} sztuk do prezentu',
};
const arabic = {
  productCount_zero: 'لا منتجات',
  productCount_one: 'منتج واحد',
  productCount_two: 'منتجان',
  productCount_few: '{count} منتجات',
  productCount_many: '{count} منتجًا',
  productCount_other: '{count} منتج',
};

/** Returns the texts of a language that differ from the defaults. */
const ownOf = (texts: CustomTexts, lang: string) =>
  pickChangedTexts(allTexts, normaliseCustomTexts(texts, lang));
const counted = (texts: CustomTexts, lang: string, counts: readonly number[]) => {
  const { text } = createTexts(allTexts, ownOf(texts, lang));
  return counts.map((count) => text('productCount', { count }));
};

describe('a number picks the form of the page’s language', () => {
  test('in Polish [I18N-01]', () => {
    expect(counted(polish, 'pl', [0, 1, 2, 4, 5, 12, 14, 21, 22, 112, 122, 1.5])).toEqual([
      '0 produktów',
      '1 produkt',
      '2 produkty',
      '4 produkty',
      '5 produktów',
      '12 produktów',
      '14 produktów',
      '21 produktów',
      '22 produkty',
      '112 produktów',
      '122 produkty',
      '1.5 produktu',
    ]);
  });

  test('in Arabic [I18N-01]', () => {
    expect(counted(arabic, 'ar', [0, 1, 2, 3, 10, 11, 99, 100, 102, 103, 111])).toEqual([
      'لا منتجات',
      'منتج واحد',
      'منتجان',
      '3 منتجات',
      '10 منتجات',
      '11 منتجًا',
      '99 منتجًا',
      '100 منتج',
      '102 منتج',
      '103 منتجات',
      '111 منتجًا',
    ]);
  });

  test('in English', () => {
    expect(counted({}, 'en', [0, 1, 2])).toEqual(['0 products', '1 product', '2 products']);
  });

  test('a form that a language lacks is its form for all others, and then English by the rules of English [I18N-03]', () => {
    expect(counted({ productCount_other: '{count} sztuk' }, 'pl', [1, 2, 5])).toEqual([
      '1 sztuk',
      '2 sztuk',
      '5 sztuk',
    ]);
    expect(counted({ productCount_few: '{count} produkty' }, 'pl', [1, 2, 5])).toEqual([
      '1 product',
      '2 produkty',
      '5 products',
    ]);
    // French uses the singular for 0, but an English text follows the rule of English.
    expect(counted({ home: 'Accueil' }, 'fr', [0, 1])).toEqual(['0 products', '1 product']);
    expect(
      counted(
        { productCount_one: '{count} article', productCount_other: '{count} articles' },
        'fr',
        [0, 1, 2],
      ),
    ).toEqual(['0 article', '1 article', '2 articles']);
  });

  test('a form that is the English one stays the language’s own', () => {
    const own = { productCount_one: '{count} product', productCount_other: '{count} producten' };
    expect(counted(own, 'nl', [1, 2])).toEqual(['1 product', '2 producten']);
  });
});

describe('wherever it is said', () => {
  const own = ownOf(polish, 'pl');
  const shop = {
    currency: usdConfig,
    bag: {} as never,
    texts: JSON.parse(JSON.stringify(getLanguageTexts(polish, 'pl').island)),
  };

  test('by islands, of the words that they share', () => {
    const { text } = createShopTexts(shop);
    expect([1, 3, 5, 1.5].map((count) => text('suggestionCount', { count }))).toEqual([
      '1 podpowiedź',
      '3 podpowiedzi',
      '5 podpowiedzi (wiele)',
      '1.5 podpowiedzi (ułamek)',
    ]);
  });

  test('by the bag, where English has one form for all', () => {
    const words = createBagTexts(createShopTexts(shop), shop.texts);
    expect([1, 2, 5].map((count) => words.text('freeShippingPieces', { count }))).toEqual([
      'Dodaj jeszcze 1 sztukę',
      'Dodaj jeszcze 2 sztuki',
      'Dodaj jeszcze 5 sztuk',
    ]);
    expect(words.text('freeShippingPieces', { count: 1.5 })).toBe('Add 1.5 more for free shipping');
  });

  test('by promotions, whose sentences come with the template of the wire (R68)', () => {
    const said = (pieces: number) => ({ desc: 'Buy {0} more for a gift', params: [pieces] });
    const words = createBagTexts(createShopTexts(shop), shop.texts);
    expect([1, 3, 7].map((pieces) => words.hint(said(pieces)))).toEqual([
      'Jeszcze 1 sztuka do prezentu',
      'Jeszcze 3 sztuki do prezentu',
      'Jeszcze 7 sztuk do prezentu',
    ]);
    expect(formatPromotionMessage(said(2))).toBe('Buy 2 more for a gift');
  });

  test('by an island that the server writes', () => {
    const told = JSON.parse(JSON.stringify(pickChangedTexts(reviewTexts, own)));
    const html = (texts: CustomTexts) =>
      renderToStaticMarkup(<Reviews productId={1} counts={[1, 2, 5, 0, 0]} hasMore={false} texts={texts} />);
    expect(html(told).match(/\d\/5: \d opini\p{L}+/gu)).toEqual([
      '5/5: 0 opinii',
      '4/5: 0 opinii',
      '3/5: 5 opinii',
      '2/5: 2 opinie',
      '1/5: 1 opinia',
    ]);
    expect(html({})).toContain('1 of 5 stars: 1 review. Show only this one');
  });

  test('by mails, in the reader’s language', () => {
    const { texts } = resolveMailLanguage(speaking('pl', polish), 'pl');
    expect([1, 3, 5].map((count) => texts.text('productCount', { count }))).toEqual([
      '1 produkt',
      '3 produkty',
      '5 produktów',
    ]);
    expect(resolveMailLanguage(marram, 'en').texts.text('productCount', { count: 1 })).toBe('1 product');
  });

  test('an island of a page whose language has no forms of its words is told no language', () => {
    expect(pickChangedTexts(listingTexts, own)).toEqual({});
    expect(pickChangedTexts(listingTexts, ownOf({ showNone: 'Nic' }, 'pl'))).toEqual({ showNone: 'Nic' });
    expect(pickChangedTexts(listingTexts, ownOf({ showCount_one: 'Pokaż {count}' }, 'pl'))).toEqual({
      showCount_one: 'Pokaż {count}',
      lang: 'pl',
    });
  });
});

describe('a language’s file', () => {
  const read = async (texts: Record<string, string>) => {
    const folder = await mkdtemp(join(tmpdir(), 'languages-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'pl.json'), JSON.stringify({ name: 'Polski', texts }));
    const errors = new FileErrors();
    const [file] = await readLanguages(folder, errors);
    errors.throwIfAny();
    return file!.texts;
  };

  test('may have the forms of its language, also where English has one for all', async () => {
    expect(await read(polish)).toEqual(polish);
    expect(await read(arabic)).toEqual(arabic);
  });

  test('is read as it was spelled before there were forms', async () => {
    const before = {
      productOne: '{count} Artikel',
      productMany: '{count} Artikel insgesamt',
      reviewOne: 'Bewertung',
      reviewMany: 'Bewertungen',
      showOne: '1 Artikel zeigen',
      showCount: '{count} Artikel zeigen',
      suggestionCount: '{count} Vorschläge',
      'Buy {0}, save {1}%': 'Ab {0} Stück {1} % weniger',
    };
    expect(await read(before)).toEqual(before);
    const own = ownOf(before, 'de');
    const { text } = createTexts(allTexts, own);
    expect([1, 2].map((count) => text('productCount', { count }))).toEqual([
      '1 Artikel',
      '2 Artikel insgesamt',
    ]);
    expect([1, 2].map((count) => text('reviewCount', { count }))).toEqual(['Bewertung', 'Bewertungen']);
    expect([1, 2].map((count) => text('showCount', { count }))).toEqual([
      '1 Artikel zeigen',
      '2 Artikel zeigen',
    ]);
    expect([1, 2].map((count) => text('suggestionCount', { count }))).toEqual([
      '1 Vorschläge',
      '2 Vorschläge',
    ]);
    const shop = { currency: usdConfig, bag: {} as never, texts: getLanguageTexts(before, 'de').island };
    expect(formatPromotionMessage({ desc: 'Buy {0}, save {1}%', params: [2, 10] }, shop.texts)).toBe(
      'Ab 2 Stück 10 % weniger',
    );
  });

  test.each([
    ['a form of what says no number', { home_few: 'Start' }, 'Unknown text key "home_few".'],
    ['a form that is none', { productCount_several: '{count}' }, 'Unknown text key "productCount_several".'],
    ['what every object has', { constructor: 'x' }, 'Unknown text key "constructor".'],
    [
      'a lost value',
      { bagOneMore: 'Jeszcze' },
      '"bagOneMore" must have the same placeholders as the default text "One more {title}".',
    ],
    [
      'a number too many',
      { reviewCount_few: '{count} opinie' },
      '"reviewCount_few" must have the same placeholders as the default text "reviews".',
    ],
  ])('is refused for %s', async (_, texts, reason) => {
    await expect(read(texts)).rejects.toThrow(reason);
  });
});

test('the call’s English leaves room for a language’s own forms', () => {
  const english = { copies_one: '{count} copy', copies_other: '{count} copies', home: 'Home' };
  expect(withEnglishFallback(english, { copies_other: '{count} kopii' })).toEqual({
    copies_other: '{count} kopii',
    home: 'Home',
  });
});

test('a key that is none, and a value that is missing, wrong or too many, do not compile', () => {
  const { text, ...fixed } = createTexts(allTexts);
  expect(text('home')).toBe(fixed.home);
  expect(text('productCount', { count: 2 })).toBe('2 products');
  const wrong = () => {
    // @ts-expect-error no such key
    text('homely');
    // @ts-expect-error a form is no message
    text('productCount_one', { count: 1 });
    // @ts-expect-error its number is missing
    text('productCount');
    // @ts-expect-error a number is wanted
    text('productCount', { count: '2' });
    // @ts-expect-error shows no number, but goes by one
    text('reviewCount');
    // @ts-expect-error its value is missing
    text('removed', {});
    // @ts-expect-error its value has another name
    text('removed', { name: 'Mug' });
    // @ts-expect-error one value is missing
    text('reviewTooLong', { count: 3 });
    // @ts-expect-error has no values
    text('home', { title: 'Home' });
    // @ts-expect-error a message with values is no property
    expect(fixed.removed).toBe('{title} removed');
    // @ts-expect-error another surface's
    createTranslate(reviewTexts)('home');
    // @ts-expect-error a part cannot say what it was not handed
    createBagTexts({} as never, {}).of(reviewTexts)('giftsTitle');
  };
  expect(wrong).toBeTypeOf('function');
});
