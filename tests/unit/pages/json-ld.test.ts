import { describe, expect, test } from 'vitest';
import { breadcrumbLd, jsonForScript, productLd } from '#lib/pages/json-ld.ts';
import { fc } from '../../fast-check.ts';

const mug = {
  seoUrl: 'tidal-mug',
  title: 'Tidal mug',
  description: 'A mug.',
  brand: 'Marram',
  images: [],
  sku: 'MUG-1',
  price: 28,
  currency: 'USD',
  availability: 'InStock' as const,
  rating: null,
};

describe('structured data', () => {
  test('JSON cannot end its script element and stays the same value', () => {
    const title = '</script><script>alert(1)</script><!-- \u2028 \u2029';
    const text = jsonForScript({ title });
    expect(text).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(text)).toEqual({ title });
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const written = jsonForScript(value);
        expect(written).not.toContain('<');
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('a product offers what its page shows, under its one address', () => {
    expect(productLd('https://shop.example', mug)).toMatchObject({
      '@type': 'Product',
      url: 'https://shop.example/products/tidal-mug',
      offers: { price: 28, priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    });
  });

  test('a rating is only claimed where there are reviews', () => {
    expect(productLd('https://shop.example', mug)).not.toHaveProperty('aggregateRating');
    expect(productLd('https://shop.example', { ...mug, rating: { average: 4.5, count: 2 } })).toMatchObject({
      aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
    });
  });

  test('breadcrumbs are numbered from 1 and absolute', () => {
    const crumbs = [
      { name: 'Home', path: '/' },
      { name: 'Table', path: '/collections/table' },
    ];
    expect(breadcrumbLd('https://shop.example', crumbs)).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Home', item: 'https://shop.example/' },
        { position: 2, name: 'Table', item: 'https://shop.example/collections/table' },
      ],
    });
  });
});
