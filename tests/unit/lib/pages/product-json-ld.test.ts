import { describe, expect, test } from 'vitest';
import { jsonForScript } from '#lib/pages/json-ld.ts';
import {
  maxOffers,
  type ProductJsonLdData,
  productJsonLd,
  type VariantJsonLdData,
} from '#lib/pages/product-json-ld.ts';

const origin = 'https://shop.example';
const variant = (
  id: number,
  values: string[],
  change: Partial<VariantJsonLdData> = {},
): VariantJsonLdData => ({
  ...{ id, values, sku: `MUG-${id}`, barcode: '', price: 28, was: null, availability: 'InStock', image: '' },
  ...change,
});
const mug: ProductJsonLdData = {
  ...{ id: 7, seoUrl: 'tidal-mug', title: 'Tidal mug', description: 'A mug.', brand: 'Marram', images: [] },
  ...{ currency: 'USD', rating: null, reviews: [], options: [], shown: 0 },
  ...{ shipping: [], handling: null, shipsOn: null },
  variants: [variant(1, [])],
};

describe('a product for search engines', () => {
  test('without a choice it is one product with one offer, under its one address', () => {
    expect(productJsonLd(origin, mug)).toMatchObject({
      '@type': 'Product',
      url: 'https://shop.example/products/tidal-mug',
      sku: 'MUG-1',
      mpn: 'MUG-1',
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
    expect(productJsonLd(origin, mug)).not.toHaveProperty('aggregateRating');
    expect(productJsonLd(origin, { ...mug, rating: { average: 4.5, count: 2 } })).toMatchObject({
      aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
    });
  });

  test('every variant is offered at its own price, under its own address, whether it can be had or not', () => {
    const ld = productJsonLd(origin, {
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
        mpn: 'MUG-1',
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

  test.each([
    ['40170725', true],
    ['012345678905', true],
    ['4006381333931', true],
    ['4 006381-333931', true],
    ['10012345678902', true],
    ['4006381333932', false],
    ['4006381333391', false],
    ['00000000', false],
    ['123456', false],
    ['ABC', false],
  ])('the barcode %s is a GTIN only with a valid check digit', (barcode, isValid) => {
    const ld = productJsonLd(origin, { ...mug, variants: [variant(1, [], { barcode })] });
    expect('gtin' in ld && ld.gtin).toBe(isValid && barcode.replace(/[ -]/g, ''));
  });

  test('options are recognised by their German and other names', () => {
    const variants = [
      variant(1, ['Rost', 'Groß', 'Leinen', 'Matt']),
      variant(2, ['Tinte', 'Klein', 'Leinen', 'Matt']),
    ];
    const ld = productJsonLd(origin, { ...mug, options: ['Farbe', 'Größe', 'Material', 'Glasur'], variants });
    expect(ld).toMatchObject({
      variesBy: ['color', 'size', 'material'].map((word) => `https://schema.org/${word}`),
      hasVariant: [
        { color: 'Rost', size: 'Groß', material: 'Leinen' },
        { color: 'Tinte', size: 'Klein' },
      ],
    });
  });

  test('a reduced price names the one before, a pre-order its day', () => {
    const variants = [variant(1, [], { price: 68, was: 82, availability: 'PreOrder' })];
    const ld = productJsonLd(origin, { ...mug, variants, shipsOn: '2027-01-11' });
    expect(ld).toMatchObject({
      offers: {
        price: 68,
        availabilityStarts: '2027-01-11',
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          priceType: 'https://schema.org/StrikethroughPrice',
          price: 82,
          priceCurrency: 'USD',
        },
      },
    });
    expect(productJsonLd(origin, mug)).not.toHaveProperty('offers.priceSpecification');
  });

  test('a shipping rate is written once and named by the further variants that it holds for', () => {
    const free = { countries: ['US'], amount: 0, transit: { min: 3, max: 5 }, rows: [0, 2] };
    const paid = { countries: ['US'], amount: 5.95, transit: null, rows: [1] };
    const ld = productJsonLd(origin, {
      ...mug,
      options: ['Size'],
      variants: [1, 2, 3].map((id) => variant(id, [String(id)])),
      shipping: [free, paid],
      handling: { min: 1, max: 2 },
    });
    const { hasVariant } = ld as unknown as { hasVariant: { offers: { shippingDetails: unknown } }[] };
    const days = (minValue: number, maxValue: number) => ({
      ...{ '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'DAY' },
    });
    const common = {
      '@type': 'OfferShippingDetails',
      shippingDestination: [{ '@type': 'DefinedRegion', addressCountry: 'US' }],
    };
    expect(hasVariant.map(({ offers }) => offers.shippingDetails)).toEqual([
      [
        {
          ...common,
          '@id': '#shipping-1',
          shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: 'USD' },
          deliveryTime: {
            '@type': 'ShippingDeliveryTime',
            handlingTime: days(1, 2),
            transitTime: days(3, 5),
          },
        },
      ],
      [{ ...common, shippingRate: { '@type': 'MonetaryAmount', value: 5.95, currency: 'USD' } }],
      [{ '@id': '#shipping-1' }],
    ]);
  });

  test('of two options with one word the first has it', () => {
    const ld = productJsonLd(origin, {
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
    const text = jsonForScript(productJsonLd(origin, { ...mug, title: odd, options: ['Colour'], variants }));
    expect(text).not.toMatch(/[<\u2028]/);
    expect(JSON.parse(text)).toMatchObject({
      name: odd,
      hasVariant: [{ name: `${odd} - ${odd}`, sku: odd, color: odd }, { color: 'Ink' }],
    });
  });

  test('very many variants become one span of the prices that can be paid', () => {
    const variants = Array.from({ length: maxOffers + 1 }, (_, index) =>
      variant(index, [String(index)], {
        price: 10 + index,
        ...(index === 0 && { availability: 'OutOfStock' }),
      }),
    );
    const ld = productJsonLd(origin, { ...mug, options: ['Size'], variants, shown: 3 });
    expect(ld).toMatchObject({
      '@type': 'Product',
      sku: 'MUG-3',
      offers: { '@type': 'AggregateOffer', lowPrice: 11, highPrice: 10 + maxOffers, offerCount: maxOffers },
    });
    const few = productJsonLd(origin, { ...mug, options: ['Size'], variants: variants.slice(1) });
    expect(few).toMatchObject({ hasVariant: { length: maxOffers } });
    const gone = variants.map((each) => ({ ...each, availability: 'OutOfStock' as const }));
    expect(productJsonLd(origin, { ...mug, options: ['Size'], variants: gone })).toMatchObject({
      offers: { lowPrice: 10, availability: 'https://schema.org/OutOfStock' },
    });
  });
});
