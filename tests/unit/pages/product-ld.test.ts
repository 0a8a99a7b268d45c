import { describe, expect, test } from 'vitest';
import { jsonForScript } from '#lib/pages/json-ld.ts';
import { mostOffers, type ProductFacts, productLd, type VariantFacts } from '#lib/pages/product-ld.ts';

const origin = 'https://shop.example';
const variant = (id: number, values: string[], change: Partial<VariantFacts> = {}): VariantFacts => ({
  ...{ id, values, sku: `MUG-${id}`, price: 28, availability: 'InStock', image: '' },
  ...change,
});
const mug: ProductFacts = {
  ...{ id: 7, seoUrl: 'tidal-mug', title: 'Tidal mug', description: 'A mug.', brand: 'Marram', images: [] },
  ...{ currency: 'USD', rating: null, options: [], shown: 0 },
  variants: [variant(1, [])],
};

describe('a product for search engines', () => {
  test('without a choice it is one product with one offer, under its one address', () => {
    expect(productLd(origin, mug)).toMatchObject({
      '@type': 'Product',
      url: 'https://shop.example/products/tidal-mug',
      sku: 'MUG-1',
      offers: {
        '@type': 'Offer',
        price: 28,
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/NewCondition',
        url: 'https://shop.example/products/tidal-mug',
      },
    });
  });

  test('a rating is only claimed where there are reviews', () => {
    expect(productLd(origin, mug)).not.toHaveProperty('aggregateRating');
    expect(productLd(origin, { ...mug, rating: { average: 4.5, count: 2 } })).toMatchObject({
      aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
    });
  });

  test('every variant is offered at its own price, under its own address, whether it can be had or not', () => {
    const ld = productLd(origin, {
      ...mug,
      options: ['Colour', 'Glaze'],
      variants: [
        variant(1, ['Rust', 'Matt']),
        variant(2, ['Ink', 'Gloss'], {
          price: 31,
          availability: 'OutOfStock',
          image: 'https://shop.example/i.jpg',
        }),
      ],
    });
    expect(ld).toMatchObject({
      '@type': 'ProductGroup',
      productGroupID: '7',
      variesBy: ['https://schema.org/color'],
    });
    expect(ld).not.toHaveProperty('offers');
    expect(ld).toHaveProperty('hasVariant', [
      {
        '@type': 'Product',
        name: 'Tidal mug - Rust, Matt',
        sku: 'MUG-1',
        color: 'Rust',
        additionalProperty: [{ '@type': 'PropertyValue', name: 'Glaze', value: 'Matt' }],
        offers: {
          '@type': 'Offer',
          url: `${origin}/products/tidal-mug?variant=1`,
          price: 28,
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
          itemCondition: 'https://schema.org/NewCondition',
        },
      },
      expect.objectContaining({
        image: 'https://shop.example/i.jpg',
        offers: expect.objectContaining({ price: 31, availability: 'https://schema.org/OutOfStock' }),
      }),
    ]);
  });

  test('of two options with one word the first has it', () => {
    const ld = productLd(origin, {
      ...mug,
      options: ['Colour', 'Color'],
      variants: [variant(1, ['Rust', 'Oat']), variant(2, ['Ink', 'Oat'])],
    });
    const additionalProperty = [expect.objectContaining({ name: 'Color', value: 'Oat' })];
    expect(ld).toMatchObject({
      variesBy: ['https://schema.org/color'],
      hasVariant: [
        { color: 'Rust', additionalProperty },
        { color: 'Ink', additionalProperty },
      ],
    });
  });

  test('whatever stands in a title, a value or an item number stays in its place', () => {
    const odd = '</script> "a\\b" \u2028 10\u20ac \u042f';
    const variants = [variant(1, [odd], { sku: odd }), variant(2, ['Ink'])];
    const text = jsonForScript(productLd(origin, { ...mug, title: odd, options: ['Colour'], variants }));
    expect(text).not.toMatch(/[<\u2028]/);
    expect(JSON.parse(text)).toMatchObject({
      name: odd,
      hasVariant: [{ name: `${odd} - ${odd}`, sku: odd, color: odd }, { color: 'Ink' }],
    });
  });

  test('very many variants become one span of the prices that can be paid', () => {
    const variants = Array.from({ length: mostOffers + 1 }, (_, index) =>
      variant(index, [String(index)], {
        price: 10 + index,
        ...(index === 0 && { availability: 'OutOfStock' }),
      }),
    );
    const ld = productLd(origin, { ...mug, options: ['Size'], variants, shown: 3 });
    expect(ld).toMatchObject({
      '@type': 'Product',
      sku: 'MUG-3',
      offers: { '@type': 'AggregateOffer', lowPrice: 11, highPrice: 10 + mostOffers, offerCount: mostOffers },
    });
    const few = productLd(origin, { ...mug, options: ['Size'], variants: variants.slice(1) });
    expect(few).toMatchObject({ hasVariant: { length: mostOffers } });
    const gone = variants.map((each) => ({ ...each, availability: 'OutOfStock' as const }));
    expect(productLd(origin, { ...mug, options: ['Size'], variants: gone })).toMatchObject({
      offers: { lowPrice: 10, availability: 'https://schema.org/OutOfStock' },
    });
  });
});
