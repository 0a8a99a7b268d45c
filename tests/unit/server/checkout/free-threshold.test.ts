import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { zonesNotFree } from '#server/checkout/free-threshold.ts';
import { type ShippingSettings, shippingSchema } from '#server/checkout/settings.ts';
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
    expect(zonesNotFree(settings, 5900)).toEqual(['earlier', 'later', 'paid', 'pieces']);
  });

  it.runIf(isDemo)('of the demo shop is kept everywhere it ships [SHIPR-09]', () => {
    const read = (file: string) => JSON.parse(readFileSync(`shop/${file}`, 'utf8'));
    const { bag } = read('theme.json');
    const shipping = shippingSchema.parse(read('settings.json').shipping);
    expect(bag.freeShippingThreshold).toBeGreaterThan(0);
    expect(zonesNotFree(shipping, bag.freeShippingThreshold * 100)).toEqual([]);
  });
});
