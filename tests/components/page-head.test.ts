import { describe, expect, test } from 'vitest';
import Pickers from '#components/Pickers.astro';
import Shop from '#layouts/Shop.astro';
import { footerConfig } from '#lib/contract/wire-theme.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { htmlOf, rendered } from './rendered.ts';

const euro = { ...usdConfig.currencies[0]!, currency: 'EUR' };
const answers = {
  'GET /api/v1/storefront/shop': {
    ...{ lang: 'en', name: 'Marram', tagline: '', description: 'Things', headerMenuId: 1, footerMenuIds: [] },
    ...{ bag: {}, themeCss: 'abc', paperColor: '#fff' },
  },
  'GET /api/v1/test/getHeader': { ...settingSchemas.header.parse({}), menu: [] },
  'GET /api/v1/test/getFooter': { ...footerConfig.parse({}), menusData: [] },
  'GET /api/v1/normal-popups': [],
  'GET /api/v1/popups': [],
  'GET /api/v2/cart/empty/discount': [],
  'GET /api/v1/test/getLanguage': {
    languageConfig: { home: 'Startseite' },
    languages: [{ lang: 'de', name: 'Deutsch' }],
    widget: '',
  },
};

async function page(props: object, path = '/', lang = '', more: object = {}): Promise<Document> {
  const html = await htmlOf(Shop, { title: 'Mug', ...props }, {}, lang, {
    ...{ path, answers: { ...answers, ...more } },
  });
  // happy-dom logs an error for each stylesheet that it does not fetch.
  return new DOMParser().parseFromString(html.replace(/<link rel="stylesheet"[^>]*>/g, ''), 'text/html');
}
const links = (head: Document, rel: string) =>
  [...head.querySelectorAll(`link[rel=${rel}]`)].map((link) => [
    link.getAttribute('hreflang') ?? '',
    link.getAttribute('href'),
  ]);

describe('the head of a page', () => {
  const mug = '/products/tidal-mug';
  const forms = [
    ['en', `https://shop.example${mug}`],
    ['de', `https://shop.example/de${mug}`],
    ['x-default', `https://shop.example${mug}`],
  ];

  test('names the language, the canonical address in it, and every form of the page [I18N-06]', async () => {
    const own = await page({ canonical: mug }, mug);
    expect(own.documentElement.lang).toBe('en');
    expect(links(own, 'canonical')).toEqual([['', `https://shop.example${mug}`]]);
    expect(links(own, 'alternate')).toEqual(forms);
    const german = await page({ canonical: mug }, mug, 'de');
    expect(german.documentElement.lang).toBe('de');
    expect(links(german, 'canonical')).toEqual([['', `https://shop.example/de${mug}`]]);
    expect(links(german, 'alternate')).toEqual(forms);
  });

  test('of a page that is not to be found names no form of it', async () => {
    const hidden = await page({ canonical: mug, noindex: true }, mug);
    expect(hidden.querySelector('meta[name=robots]')!.getAttribute('content')).toBe('noindex, follow');
    expect(links(hidden, 'alternate')).toEqual([]);
  });

  test.each([
    ['/', 'home'],
    [mug, 'detail'],
    ['/collections/table', 'collections'],
    ['/search?q=mug', 'search'],
    ['/promotions/lay-the-table', 'promotions'],
    ['/pages/about', 'customize'],
    ['/cart', 'cart'],
    ['/pay/result', 'pay-result'],
  ])('says what kind of page %s is: %s [NAV-20, NAV-21]', async (path, type) => {
    expect((await page({}, path)).documentElement.dataset.page).toBe(type);
  });

  test('says what a page is whose address does not [NAV-20, NAV-21]', async () => {
    expect((await page({ type: '404' }, '/nowhere')).documentElement.dataset.page).toBe('404');
  });
});

describe('pickers', () => {
  const picker = (more: object = {}, lang = '') =>
    rendered(Pickers, { place: 'row' }, {}, lang, { answers: { ...answers, ...more } });

  test('lead to each language and mark the one of the page [HDR-22, I18N-06]', async () => {
    const languages = (place: Element) =>
      [...place.querySelectorAll('a')].map((link) => [
        ...['href', 'lang', 'hreflang', 'aria-current'].map((name) => link.getAttribute(name)),
        link.textContent,
      ]);
    expect(languages(await picker())).toEqual([
      ['/', 'en', 'en', 'true', 'en'],
      ['/de/', 'de', 'de', null, 'Deutsch'],
    ]);
    expect(languages(await picker({}, 'de')).map((link) => link[3])).toEqual([null, 'true']);
  });

  test('offer currencies to pages with scripts alone, and only where there is a choice [CUR-14, HDR-23]', async () => {
    expect((await picker()).querySelector('select')).toBeNull();
    const both = { ...usdConfig, currencies: [...usdConfig.currencies, euro] };
    const select = (await picker({ 'GET /api/v1/currency': both })).querySelector('select')!;
    expect([...select.options].map(({ value }) => value)).toEqual(['USD', 'EUR']);
    expect(select.closest('.when-scripts')).not.toBeNull();
  });
});
