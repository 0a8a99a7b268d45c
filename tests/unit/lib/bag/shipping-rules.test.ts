import { describe, expect, test } from 'vitest';
import { isFreeByAmount, relevantShippingRules, unitsUntilFreeShipping } from '#lib/bag/free-shipping.ts';
import type { WireShippingRule } from '#lib/contract/wire-shipping.ts';

const rule = (changes: Partial<WireShippingRule>): WireShippingRule => ({
  id: 'rule',
  title: '',
  desc: '',
  shipping_type: 1,
  min: 0,
  max: null,
  shipping_amount: null,
  ...changes,
});

describe('shipping rules in the bag', () => {
  test('only those that cost nothing are kept; 0, null and missing are nothing [SHIPR-03]', () => {
    const missing = { ...rule({}), shipping_amount: undefined } as unknown as WireShippingRule;
    const free = [rule({ shipping_amount: 0 }), rule({ shipping_amount: null }), missing];
    expect(relevantShippingRules([...free, rule({ shipping_amount: 5.95 })])).toEqual(free);
  });

  test('by amount is type 1, by pieces type 3; no other is known here [SHIPR-02]', () => {
    const [amount, pieces] = [rule({ shipping_type: 1, min: 59 }), rule({ shipping_type: 3, min: 4 })];
    const kept = relevantShippingRules([amount, rule({ shipping_type: 2 }), pieces]);
    expect(kept).toEqual([amount, pieces]);
    expect([isFreeByAmount(kept, 58.99), isFreeByAmount(kept, 59)]).toEqual([false, true]);
    expect([unitsUntilFreeShipping(kept, 3), unitsUntilFreeShipping(kept, 4)]).toEqual([1, 0]);
    expect([isFreeByAmount([pieces], 99), unitsUntilFreeShipping([amount], 99)]).toEqual([false, null]);
  });

  test('an upper bound holds', () => {
    expect(isFreeByAmount([rule({ min: 10, max: 20 })], 21)).toBe(false);
    expect(unitsUntilFreeShipping([rule({ shipping_type: 3, min: 2, max: 3 })], 4)).toBeNull();
    expect(
      unitsUntilFreeShipping([rule({ shipping_type: 3, min: 6 }), rule({ shipping_type: 3, min: 4 })], 1),
    ).toBe(3);
  });
});
