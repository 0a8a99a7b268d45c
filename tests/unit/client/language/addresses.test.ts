// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { placeLanguageWidget } from '#client/language/find-widget.ts';
import { mountLanguageLinks } from '#client/language/mount-links.ts';
import { getLanguageRedirect } from '#lib/language/language-redirect.ts';
import { localiseLinks } from '#lib/language/localise-links.ts';
import { getLanguagePrefix, splitLanguage, withLanguagePrefix } from '#lib/language/path.ts';
import { alternateLinks } from '#lib/pages/alternate-links.ts';
import { renderSitemapFile } from '#lib/pages/sitemap.ts';
import { decideRoute } from '#server/cache/route-rules.ts';

const languages = [
  { lang: 'en', name: 'English', prefix: '' },
  { lang: 'pt-BR', name: 'Português', prefix: '/pt-br' },
];
const origin = 'https://shop.example';

describe('addresses of a language', () => {
  test.each([
    ['/de', '/de', '/'],
    ['/de/', '/de', '/'],
    ['/de?x=1', '/de', '/?x=1'],
    ['/pt-br/cart', '/pt-br', '/cart'],
    ['/cart', '', '/cart'],
    ['/pay/result', '', '/pay/result'],
    ['/1/checkouts/t', '', '/1/checkouts/t'],
    ['/DE/cart', '', '/DE/cart'],
  ])('%s is %s and %s', (address, prefix, rest) => {
    expect(splitLanguage(address)).toEqual({ prefix, rest });
  });

  test('the shop’s own language has no prefix', () => {
    expect([getLanguagePrefix('en', 'en'), getLanguagePrefix('pt-BR', 'en')]).toEqual(['', '/pt-br']);
  });

  test('links and forms of a page get its prefix; files, calls, other sites and links that name a language do not', () => {
    const html =
      '<a href="/">1</a><a class="x" href="/products/mug?variant=2#top">2</a><form action="/search"></form>' +
      '<a href="/de/" hreflang="de">D</a><a href="/" hreflang="en">E</a><link href="/_astro/a.css">' +
      '<img src="/media/p/1.jpeg"><a href="/media/p/1.jpeg">P</a><a href="/api/v1/x">A</a><a href="/a.pdf">F</a>' +
      '<a href="//other.example/">O</a><a href="https://other.example/">O</a><a href="#main">M</a><a href="/de/cart">C</a>';
    const links = [...localiseLinks(html, '/de').matchAll(/ (?:href|action)="([^"]*)"/g)].map(
      ([, link]) => link,
    );
    expect(links).toEqual([
      '/de/',
      '/de/products/mug?variant=2#top',
      '/de/search',
      '/de/',
      '/',
      '/_astro/a.css',
      '/media/p/1.jpeg',
      '/api/v1/x',
      '/a.pdf',
      '//other.example/',
      'https://other.example/',
      '#main',
      '/de/cart',
    ]);
    expect(withLanguagePrefix('https://other.example/', '/de')).toBe('https://other.example/');
    expect(withLanguagePrefix('/cards?items=5.203', '/de')).toBe('/de/cards?items=5.203');
    expect(withLanguagePrefix('/search?q=3.5', '/de')).toBe('/de/search?q=3.5');
  });

  test('each is kept under its own key, and files are the same in every language', () => {
    const key = (path: string) => decideRoute(new URL(path, origin));
    expect(key('/de/products/mug?variant=3&x=1')).toEqual({
      kind: 'shared',
      key: '/de/products/mug?variant=3',
    });
    expect(key('/de')).toEqual(key('/de/'));
    expect(key('/de/')).toEqual({ kind: 'shared', key: '/de/' });
    expect(key('/de/cart')).toEqual({ kind: 'private', path: '/de/cart' });
    expect(key('/de/search?q=mug')).toEqual({ kind: 'unstored', path: '/de/search' });
    expect(key('/de/robots.txt').kind).toBe('unknown');
    expect(key('/de/de/cart').kind).toBe('unknown');
  });

  test('search engines are told of every form of a page, in its head and in the sitemap', () => {
    const links = alternateLinks(languages, origin, '/blogs');
    expect(links).toEqual([
      { hreflang: 'en', href: `${origin}/blogs` },
      { hreflang: 'pt-BR', href: `${origin}/pt-br/blogs` },
      { hreflang: 'x-default', href: `${origin}/blogs` },
    ]);
    expect(alternateLinks(languages.slice(0, 1), origin, '/blogs')).toEqual([]);
    expect(alternateLinks(languages, origin, null)).toEqual([]);
    const file = renderSitemapFile(origin, [{ path: '/blogs' }], languages);
    expect(file.match(/<loc>[^<]*/g)).toEqual([`<loc>${origin}/blogs`, `<loc>${origin}/pt-br/blogs`]);
    expect(file.match(/<xhtml:link rel="alternate"/g)).toHaveLength(6);
  });
});

describe('the chosen language', () => {
  beforeEach(() => localStorage.clear());

  test('leads on from addresses of the shop’s own language, where the shop has it [I18N-06]', () => {
    expect(getLanguageRedirect('de', 'de fr', '/cart?x=1')).toBe('/de/cart?x=1');
    for (const stored of [null, '', 'en', 'xx', 'de fr'])
      expect(getLanguageRedirect(stored, 'de fr', '/')).toBe('');
    expect(getLanguageRedirect('de', '', '/')).toBe('');
  });

  test('is kept by the link that leads there, to the same page [I18N-06]', () => {
    history.replaceState(null, '', '/products/mug?variant=2');
    document.body.innerHTML =
      '<a href="/" hreflang="en" data-language="en">E</a><a href="/de/" hreflang="de" data-language="de">D</a>';
    mountLanguageLinks();
    const [english, german] = document.querySelectorAll('a');
    expect(german!.getAttribute('href')).toBe('/de/products/mug?variant=2');
    expect(english!.getAttribute('href')).toBe('/products/mug?variant=2');
    german!.addEventListener('click', (event) => event.preventDefault());
    german!.click();
    expect(localStorage.getItem('lang')).toBe('de');
    expect(document.cookie).toContain('lang=de');
  });
});

describe('the translation widget', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    document.body.innerHTML = '<div id="place" data-language-widget="#widget"></div>';
  });
  afterEach(() => void vi.useRealTimers());
  const place = () => document.getElementById('place')!;
  const bring = () => document.body.insertAdjacentHTML('beforeend', '<div id="widget"></div>');

  test('is looked for every 500 ms and put into its place [I18N-04]', () => {
    placeLanguageWidget(place());
    vi.advanceTimersByTime(999);
    bring();
    expect(place().children).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(place().firstElementChild?.id).toBe('widget');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is given up after 10 s [I18N-05]', () => {
    placeLanguageWidget(place());
    vi.advanceTimersByTime(10_000);
    expect(vi.getTimerCount()).toBe(0);
    bring();
    vi.advanceTimersByTime(5_000);
    expect(place().children).toHaveLength(0);
  });
});
