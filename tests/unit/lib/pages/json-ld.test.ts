import { describe, expect, test } from 'vitest';
import { articleJsonLd, breadcrumbJsonLd, jsonForScript, shopJsonLd } from '#lib/pages/json-ld.ts';
import { fc } from '../../../fast-check.ts';

const shop = {
  ...{ origin: 'https://shop.example', root: 'https://shop.example/de', name: 'Marram', lang: 'en' },
  ...{ email: '', sameAs: [] },
};

describe('structured data', () => {
  test('the shop names what its settings say of it, and nothing else', () => {
    const [plain] = shopJsonLd(shop, []);
    expect(Object.keys(plain)).toEqual(['@context', '@type', 'name', 'url', 'logo']);
    const address = ['48 Marine Drive', 'Astoria, OR 97103', 'United States'];
    const full = {
      ...{ email: 'hello@shop.example', address, returns: { days: 30, countries: ['CA', 'US'] } },
      sameAs: ['https://a.example'],
    };
    const [said] = shopJsonLd({ ...shop, ...full }, ['https://b.example', 'https://a.example']);
    expect(said).toMatchObject({
      email: 'hello@shop.example',
      contactPoint: { '@type': 'ContactPoint', email: 'hello@shop.example' },
      address: { streetAddress: '48 Marine Drive, Astoria, OR 97103', addressCountry: 'US' },
      sameAs: ['https://a.example', 'https://b.example'],
      hasMerchantReturnPolicy: {
        '@type': 'MerchantReturnPolicy',
        applicableCountry: ['CA', 'US'],
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        merchantReturnDays: 30,
      },
    });
    const [elsewhere] = shopJsonLd({ ...shop, address }, []);
    expect(elsewhere).toHaveProperty('address', {
      '@type': 'PostalAddress',
      streetAddress: address.join(', '),
    });
  });

  test('an article is the shop’s own where it names itself or nobody as its author', () => {
    const picture = { id: 'a1', width: 1600, height: 900, alt: '', color: '#ffffff' };
    const article = {
      title: 'Clay',
      seo_url: 'clay',
      summary: 'Wet.',
      author: 'Marram',
      published_at: 0,
      picture,
    };
    const organization = {
      '@type': 'Organization',
      name: 'Marram',
      logo: 'https://shop.example/icon-512.png',
    };
    expect(articleJsonLd(shop, article)).toMatchObject({
      image: 'https://shop.example/media/a1/1280.jpeg',
      author: organization,
      publisher: organization,
    });
    expect(articleJsonLd(shop, { ...article, author: 'Ada', picture: null })).toMatchObject({
      author: { '@type': 'Person', name: 'Ada' },
    });
  });

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

  test('breadcrumbs are numbered from 1 and absolute', () => {
    const crumbs = [
      { name: 'Home', path: '/' },
      { name: 'Table', path: '/collections/table' },
    ];
    expect(breadcrumbJsonLd('https://shop.example', crumbs)).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Home', item: 'https://shop.example/' },
        { position: 2, name: 'Table', item: 'https://shop.example/collections/table' },
      ],
    });
  });
});
