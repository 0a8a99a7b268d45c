import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ShippingSettings, shippingSchema } from '#server/checkout/settings.ts';
import {
  countriesWithoutZone,
  findAmountGaps,
  zonesWithoutFreeShipping,
} from '#server/checkout/shipping-warnings.ts';
import { isDemo } from '../../../is-demo.ts';

const zone = (title: string, min: number, shipping_amount: number, shipping_type: 1 | 3 = 1) => ({
  title,
  countries: ['*' as const],
  methods: [{ id: title, title, desc: '', shipping_type, min, max: null, shipping_amount }],
});

describe('the free-shipping threshold', () => {
  it('is kept only where a free method by amount begins exactly there [SHIPR-09]', () => {
    const settings: ShippingSettings = {
      zones: [
        zone('exact', 5900, 0),
        zone('earlier', 5800, 0),
        zone('later', 6000, 0),
        zone('paid', 5900, 100),
        zone('pieces', 5900, 0, 3),
      ],
    };
    expect(zonesWithoutFreeShipping(settings, 5900)).toEqual(['earlier', 'later', 'paid', 'pieces']);
  });

  it.runIf(isDemo)('of the demo shop is kept everywhere it ships [SHIPR-09]', () => {
    const read = (file: string) => JSON.parse(readFileSync(`shop/${file}`, 'utf8'));
    const { bag } = read('theme.json');
    const shipping = shippingSchema.parse(read('settings.json').shipping);
    expect(bag.freeShippingThreshold).toBeGreaterThan(0);
    expect(zonesWithoutFreeShipping(shipping, bag.freeShippingThreshold * 100)).toEqual([]);
  });
});

describe('amounts without a shipping method', () => {
  const byAmount = (...spans: [number, number | null][]) => ({
    title: 'Home',
    countries: ['DE'],
    methods: spans.map(([min, max]) => ({ ...zone('x', min, 500).methods[0]!, max })),
  });

  it('are found between, before and after the methods of a zone [SHIPR-09]', () => {
    const gaps = (...spans: [number, number | null][]) =>
      findAmountGaps({ zones: [byAmount(...spans)] }).map(({ from, to }) => [from, to]);
    expect(gaps([0, 4999], [5000, null])).toEqual([]);
    expect(gaps([5000, null], [0, 4999])).toEqual([]);
    expect(gaps([0, 5000], [5000, null])).toEqual([]);
    expect(gaps([0, 4999], [5001, null])).toEqual([[5000, 5000]]);
    expect(gaps([1000, null])).toEqual([[0, 999]]);
    expect(gaps([0, 9000], [100, 200])).toEqual([[9001, null]]);
    expect(gaps([0, 99], [5000, 100])).toEqual([[100, null]]);
    expect(gaps()).toEqual([[0, null]]);
  });

  it('are not looked for where a method goes by weight or units', () => {
    expect(findAmountGaps({ zones: [zone('units', 2, 0, 3)] })).toEqual([]);
  });
});

describe('countries without a zone', () => {
  const zones = [{ title: 'Home', countries: ['DE', 'AT'], methods: [] }];

  it('are those that no zone lists, unless one has all others [SHIPR-09]', () => {
    expect(countriesWithoutZone({ zones }, ['AT', 'CH', 'DE'])).toEqual(['CH']);
    const rest = { title: 'World', countries: ['*' as const], methods: [] };
    expect(countriesWithoutZone({ zones: [...zones, rest] }, ['AT', 'CH'])).toEqual([]);
  });
});
