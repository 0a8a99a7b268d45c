import { describe, expect, test } from 'vitest';
import { easedScrollTop, shouldShowToTop } from '#client/page/to-top.ts';
import { htmlToText, shorten } from '#lib/pages/html-to-text.ts';
import { getImageSources } from '#lib/pages/image-sources.ts';
import { findInitialVariant } from '#lib/pages/initial-variant.ts';
import { entriesPerFile, renderSitemapFile, renderSitemapIndex } from '#lib/pages/sitemap.ts';

describe('scroll to top', () => {
  test('appears past 60 percent of the window’s height [NAV-29]', () => {
    expect(shouldShowToTop(600, 1000)).toBe(false);
    expect(shouldShowToTop(601, 1000)).toBe(true);
    expect(shouldShowToTop(540, 900)).toBe(false);
  });

  test('is back at the top after 500 ms, not before [NAV-30]', () => {
    expect(easedScrollTop(4000, 0)).toBe(4000);
    expect(easedScrollTop(4000, 499)).toBeGreaterThan(0);
    expect(easedScrollTop(4000, 500)).toBe(0);
    expect(easedScrollTop(4000, 900)).toBe(0);
  });
});

describe('the variant a product page starts with', () => {
  const variants = {
    sku_id: [11, 12, 13],
    choice: [[0], [1], [2]],
    sale_price: [10, 20, 30],
    original_price: [10, 20, 40],
    compare_at_price: [null, 25, 35],
    sale_status: [0, 1, 1] as (0 | 1)[],
    picture: [0, -1, 2],
    sku: ['a', 'b', 'c'],
  };
  test('is the first on sale', () => {
    expect(findInitialVariant({ variants }, null)).toMatchObject({
      skuId: 12,
      price: 20,
      was: 25,
      picture: 0,
    });
  });
  test('is the one the address names, sold out or not', () => {
    expect(findInitialVariant({ variants }, '11')).toMatchObject({ skuId: 11, isOnSale: false, was: null });
  });
  test('ignores a name it does not know', () => {
    expect(findInitialVariant({ variants }, '99').skuId).toBe(12);
    expect(findInitialVariant({ variants }, '12x').skuId).toBe(12);
  });
  test('strikes through the higher of compare-at price and price before a promotion', () => {
    expect(findInitialVariant({ variants }, '13')).toMatchObject({ price: 30, was: 40 });
  });
});

describe('pictures', () => {
  test('offers every width up to its own and the wanted one', () => {
    const { srcset, src } = getImageSources({ id: 'x', width: 800 }, 'avif', 640);
    expect(srcset).toBe('/media/x/352.avif 352w, /media/x/560.avif 560w');
    expect(src).toBe('/media/x/560.avif');
  });
  test('offers a small picture in its own width', () => {
    expect(getImageSources({ id: 'x', width: 200 }, 'webp', 960).src).toBe('/media/x/200.webp');
    expect(getImageSources({ id: 'x', width: 90 }, 'jpeg', 960).srcset).toBe('/media/x/90.jpeg 90w');
  });
});

describe('plain text of HTML', () => {
  test('drops tags, reads entities and cuts at a word', () => {
    expect(htmlToText('<p>Salt &amp; <b>sand</b></p><p>x</p>')).toBe('Salt & sand x');
    expect(shorten('One two three four', 12)).toBe('One two…');
  });
});

describe('sitemap', () => {
  test('writes absolute, escaped addresses with their day', () => {
    const entry = {
      path: '/products/a&b',
      updated_at: Date.UTC(2026, 9, 1),
      picture: { id: 'p', width: 800, height: 800 },
    };
    const file = renderSitemapFile(
      'https://shop.example',
      [entry],
      [{ lang: 'en', name: 'English', prefix: '' }],
    );
    expect(file).toContain('<loc>https://shop.example/products/a&amp;b</loc><lastmod>2026-10-01</lastmod>');
    expect(file).toContain('<image:loc>https://shop.example/media/p/800.jpeg</image:loc>');
  });
  test.each([
    [1, 1830],
    [2, 40],
    [6, 10],
    [12, 60],
    [51, 60],
    [51, 1830],
  ])(
    'a file keeps the limits of the protocol with %i languages and paths of %i characters',
    (count, length) => {
      const letters = 'abcdefghijklmnopqrstuvwxyz';
      const codes = Array.from(
        { length: count },
        (_, at) => `${letters[Math.floor(at / 26)]}${letters[at % 26]}`,
      );
      const languages = codes.map((lang, at) => ({ lang, name: lang, prefix: at === 0 ? '' : `/${lang}` }));
      const origin = 'https://shop.example';
      const entries = entriesPerFile(origin, length, languages);
      const picture = { id: 'a'.repeat(40), width: 1600, height: 800 };
      const one = renderSitemapFile(
        origin,
        [{ path: '/'.padEnd(length, 'p'), updated_at: 1e12, picture }],
        languages,
      );
      expect(entries).toBeGreaterThan(0);
      expect(entries * count).toBeLessThanOrEqual(50_000);
      expect(entries * one.length).toBeLessThanOrEqual(50 * 1024 * 1024);
    },
  );
  test('the index names every file', () => {
    expect(
      renderSitemapIndex('https://shop.example', ['/sitemap/shop.xml', '/sitemap/products-1.xml']),
    ).toContain('<sitemap><loc>https://shop.example/sitemap/products-1.xml</loc></sitemap>');
  });
});
