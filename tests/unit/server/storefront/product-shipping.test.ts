import { describe, expect, test } from 'vitest';
import type { DisplayPricing } from '#server/catalog/price-view.ts';
import type { ProductRecord } from '#server/catalog/products-store.ts';
import { shippingSchema } from '#server/checkout/settings.ts';
import { productShipping, resolveShippingZones } from '#server/storefront/product-shipping.ts';

const method = (
  id: string,
  shipping_type: number,
  min: number,
  max: number | null,
  shipping_amount: number,
) => ({
  ...{ id, title: id, shipping_type, min, max, shipping_amount, days: { min: 3, max: 5 } },
});
const shipping = shippingSchema.parse({
  processing: { min: 1, max: 2 },
  zones: [
    {
      title: 'Home',
      countries: ['US'],
      methods: [
        method('free', 1, 5000, null, 0),
        method('standard', 1, 0, 4999, 595),
        method('express', 1, 0, null, 1495),
      ],
    },
    { title: 'Europe', countries: ['DE', 'FR', 'US'], methods: [method('light', 2, 0, 2000, 995)] },
    { title: 'Elsewhere', countries: ['*'], methods: [method('world', 3, 1, null, 2000)] },
  ],
});
const settings = { shipping, served: ['US', 'DE', 'JP'], holidays: { warehouse: [], destinations: {} } };
const view: DisplayPricing = {
  currency: 'USD',
  priceOf: (_, price) => price,
  wire: (minor) => minor / 100,
  changesAt: null,
};
const product = (...variants: { price: number; weightGrams: number; requiresShipping?: boolean }[]) =>
  ({
    id: 1,
    isVirtual: false,
    variants: variants.map((one) => ({ requiresShipping: true, ...one })),
  }) as ProductRecord;

describe('what a product costs to send', () => {
  test('a country is of the first zone that names it, and of no zone where the shop does not ship to it', () => {
    expect(resolveShippingZones(settings).map(({ countries }) => countries)).toEqual([
      ['US'],
      ['DE'],
      ['JP'],
    ]);
  });

  test('is the cheapest method of each zone that price and weight of the variant allow [R67]', () => {
    const { shipping_rates: rates, handling } = productShipping(
      product(
        { price: 4999, weightGrams: 2000 },
        { price: 5000, weightGrams: 2001 },
        { price: 100, weightGrams: 1, requiresShipping: false },
      ),
      view,
      settings,
    );
    expect(handling).toEqual({ min: 1, max: 2 });
    expect(rates?.map(({ countries, amount, rows }) => [countries[0], amount, rows])).toEqual([
      ['US', 5.95, [0]],
      ['US', 0, [1]],
      ['DE', 9.95, [0]],
      ['JP', 20, [0, 1]],
    ]);
  });

  test('is said of nothing that is not sent', () => {
    expect(
      productShipping({ ...product({ price: 1, weightGrams: 1 }), isVirtual: true }, view, settings),
    ).toEqual({});
  });
});
