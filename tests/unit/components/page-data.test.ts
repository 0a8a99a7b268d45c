import { describe, expect, test } from 'vitest';
import {
  createMoneyFormatter,
  dataOrNull,
  getLanguageTexts,
  initialCurrency,
  liveRegionAttributes,
  pageData,
  rootAttributes,
} from '#components/page-data.ts';
import * as codes from '#lib/contract/codes.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { allTexts } from '#lib/messages/all.ts';
import { defaultTexts } from '#lib/messages/default.ts';

const answers: Record<string, unknown> = {
  'GET /api/v1/storefront/shop': {
    lang: 'en',
    headerMenuId: 1,
    footerMenuIds: [],
    bag: {},
    origin: 'https://other.example',
  },
  'GET /api/v1/currency': { ...usdConfig, default_show_currency: 'USD' },
  'GET /api/v1/test/getLanguage': {
    languageConfig: { ...defaultTexts, buyNow: 'Jetzt kaufen', home: 'Start' },
    languages: [
      { lang: 'de', name: 'Deutsch' },
      { lang: 'en', name: 'English' },
    ],
    widget: '',
  },
};

/** Returns the locals of a page; the endpoints in `failing` fail. */
function locals(failing: string[] = [], more: object = {}) {
  const asked: [string, unknown][] = [];
  const api = async (key: string, input?: { query?: unknown }) => {
    asked.push([key, input?.query]);
    return failing.includes(key)
      ? { code: codes.serverFailure, msg: 'down', data: null }
      : { code: codes.ok, msg: '', data: answers[key] ?? {} };
  };
  return {
    asked,
    locals: { origin: 'https://shop.example', lang: '', root: '', api, ...more } as unknown as App.Locals,
  };
}

describe('what every page needs', () => {
  test('asks for the words of its language and merges them with the defaults [I18N-01, I18N-02]', async () => {
    const { locals: own, asked } = locals([], { lang: 'de', root: '/de' });
    const page = await pageData(own);
    expect(asked).toContainEqual(['GET /api/v1/test/getLanguage', { lang: 'de' }]);
    expect(page.texts).toMatchObject({ ...allTexts, buyNow: 'Jetzt kaufen', home: 'Start', lang: 'de' });
    expect([page.shop.lang, page.shop.root, page.shop.origin]).toEqual([
      'de',
      'https://shop.example/de',
      'https://shop.example',
    ]);
    expect(page.languages).toEqual([
      { lang: 'en', name: 'English', prefix: '' },
      { lang: 'de', name: 'Deutsch', prefix: '/de' },
    ]);
    expect(rootAttributes(page)).toEqual({ 'data-root': '/de', 'data-texts': page.textsAt });
    expect(page.textsAt).toMatch(/^\/texts-de-[\da-f]{12}\.json$/);
  });

  test('has the messages of the API client ready where the page’s language changes them [CR-6]', async () => {
    const { locals: own } = locals([], { lang: 'de', root: '/de' });
    const page = await pageData(own);
    expect(liveRegionAttributes(page)).toEqual({ 'data-lost': allTexts.partLost });
    const { languageConfig, ...language } = answers['GET /api/v1/test/getLanguage'] as Record<string, object>;
    const german = { shopUnreachable: 'Nicht zu erreichen.', pleaseLogin: 'Bitte melde dich an' };
    const answer = { ...language, languageConfig: { ...languageConfig, ...german } };
    const api = async (key: string) => ({
      ...{ code: codes.ok, msg: '' },
      data: key === 'GET /api/v1/test/getLanguage' ? answer : (answers[key] ?? {}),
    });
    expect(liveRegionAttributes(await pageData({ ...own, api } as unknown as App.Locals))).toEqual({
      'data-lost': allTexts.partLost,
      'data-shop-unreachable': german.shopUnreachable,
      'data-please-login': german.pleaseLogin,
    });
  });

  test('derives the texts of an answer once, and those of each language apart', async () => {
    const config = { ...defaultTexts, buyNow: 'Jetzt kaufen' };
    const german = getLanguageTexts(config, 'de');
    expect(getLanguageTexts(config, 'de')).toBe(german);
    expect(german.translate(defaultTexts)).toBe(german.translate(defaultTexts));
    expect(german.translate(defaultTexts)).toEqual({ buyNow: 'Jetzt kaufen', lang: 'de' });
    expect(getLanguageTexts(config, 'nl').at).toMatch(/^\/texts-nl-/);
    expect(getLanguageTexts({ ...config }, 'de').at).toBe(german.at);
    expect(getLanguageTexts({ ...config, close: 'Zu' }, 'de').at).not.toBe(german.at);
  });

  test('goes on with the defaults when the language cannot be had, without a word [I18N-03]', async () => {
    const page = await pageData(locals(['GET /api/v1/test/getLanguage']).locals);
    expect(page.texts).toMatchObject(allTexts);
    expect(page.languages).toEqual([{ lang: 'en', name: 'en', prefix: '' }]);
    expect(rootAttributes(page)).toEqual({});
  });

  test('has US dollars when the currencies cannot be had [CUR-08, CUR-09, CUR-13]', async () => {
    const { locals: own, asked } = locals(['GET /api/v1/currency']);
    const page = await pageData(own);
    expect(asked).toContainEqual(['GET /api/v1/currency', undefined]);
    expect(page.money(1234.5)).toBe('$1,234.50');
    expect(initialCurrency(page)).toBeNull();
  });

  test('shows cents of a currency without any rounded: neither a filter nor a price read earlier ends the page', () => {
    const [own] = usdConfig.currencies;
    const format = { ...own!.currency_format, format: '¥{{amount}}' };
    const yen = { ...own!, currency: 'JPY', currency_format: format };
    const config = { ...usdConfig, default_show_currency: 'JPY', currencies: [yen] };
    expect([1.5, 27.99, 2800].map(createMoneyFormatter(config))).toEqual(['¥2', '¥28', '¥2,800']);
  });
});

describe('what the URL of a page names', () => {
  test('is missing where it does not exist or is outside the contract; other errors are failures [T2]', () => {
    const answer = (code: number) => ({ code, msg: 'handle is too long.', data: null });
    expect(dataOrNull({ code: codes.ok, msg: '', data: 7 })).toBe(7);
    expect([dataOrNull(answer(codes.notFound)), dataOrNull(answer(codes.badParameter))]).toEqual([
      null,
      null,
    ]);
    expect(() => dataOrNull(answer(codes.serverFailure))).toThrow('90000');
    expect(() => dataOrNull(answer(codes.notAllowed))).toThrow('10403');
  });
});
