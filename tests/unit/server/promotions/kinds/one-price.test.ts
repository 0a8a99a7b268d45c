import { describe, expect, test } from 'vitest';
import { applyOnePrice, onePriceKind } from '#server/promotions/kinds/one-price.ts';
import { parseActiveOffers } from '#server/promotions/offers.ts';
import { isActive, isInRange, nextChange, type Promotion } from '#server/promotions/promotion.ts';
import { unitPrice } from '#server/promotions/unit-price.ts';
import { fc } from '../../../../fast-check.ts';
import { now, promotion } from '../fixtures.ts';

const { schema } = onePriceKind;
const lowestPrice = (promotions: Promotion[], price: number) =>
  unitPrice(parseActiveOffers(promotions, new Map(), now).unit, 1, price).price;

const ranges = schema.parse({
  type: 2,
  rangeRules: [
    { minPrice: 1000, maxPrice: 2000, orderAmount: 999 },
    { minPrice: 2001, maxPrice: 5000, orderAmount: 1999 },
  ],
});
const fixed = schema.parse({ type: 1, orderAmount: 999 });

describe('one price', () => {
  test('type 2 returns the amount of the price range, bounds inclusive [PRICE-19, PRICE-23]', () => {
    const prices = [1500, 3500, 6000, 1000, 2000, 2001, 5000, 5001, 999];
    expect(prices.map((price) => applyOnePrice(ranges, price))).toEqual([
      999, 1999, 6000, 999, 999, 1999, 1999, 5001, 999,
    ]);
  });

  test('another type lowers a price to the set amount and never raises one [PRICE-20, PRICE-23]', () => {
    expect([1200, 999, 800].map((price) => applyOnePrice(fixed, price))).toEqual([999, 999, 800]);
    expect(applyOnePrice({ ...fixed, type: 7 }, 1200)).toBe(999);
  });

  test('the rule has a type, an amount and ranges; a range that would raise a price is refused [PRICE-21]', () => {
    expect(ranges.rangeRules[1]).toEqual({ minPrice: 2001, maxPrice: 5000, orderAmount: 1999 });
    const raising = {
      type: 2,
      orderAmount: 0,
      rangeRules: [{ minPrice: 900, maxPrice: 2000, orderAmount: 999 }],
    };
    expect(schema.safeParse(raising).success).toBe(false);
    expect(schema.safeParse({ type: 1, orderAmount: 9.99 }).success).toBe(false);
  });

  test('the first matching range wins', () => {
    const overlap = {
      ...ranges,
      rangeRules: [...ranges.rangeRules, { minPrice: 1000, maxPrice: 9000, orderAmount: 1 }],
    };
    expect([applyOnePrice(overlap, 1500), applyOnePrice(overlap, 6000)]).toEqual([999, 1]);
  });

  test('the lowest of several active promotions in range wins, whatever their order, and no price rises [PRICE-23]', () => {
    const amount = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 6 }), amount, (amounts, price) => {
        const promotions = amounts.map((orderAmount, id) =>
          promotion({ id, rules: { type: 1, orderAmount } }),
        );
        const lowest = lowestPrice(promotions, price);
        const reversed = lowestPrice(promotions.toReversed(), price);
        expect(lowest).toBe(Math.min(price, ...amounts));
        expect(reversed).toBe(lowest);
      }),
    );
  });

  test('rules no version of ours wrote are left out instead of failing the bag', () => {
    expect(lowestPrice([promotion({ rules: { nonsense: true } })], 2000)).toBe(2000);
  });
});

describe('promotions', () => {
  test('are active from their start until just before their end, with status 1 only', () => {
    const one = promotion({ startsAt: now, endsAt: now + 10 });
    expect([now - 1, now, now + 9, now + 10].map((at) => isActive(one, at))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isActive(promotion({ endsAt: null }), now * 2)).toBe(true);
    expect([0, 2].map((status) => isActive(promotion({ status }), now))).toEqual([false, false]);
  });

  test('know their range: all, products, or collections', () => {
    const collections = new Map([[7, [70, 71]]]);
    const only = (rangeType: 1 | 2 | 3, ids: number[]) => promotion({ rangeType, rangeIds: new Set(ids) });
    expect(isInRange(only(1, []), 7, collections)).toBe(true);
    expect([7, 8].map((id) => isInRange(only(2, [7]), id, collections))).toEqual([true, false]);
    expect([7, 8].map((id) => isInRange(only(3, [71]), id, collections))).toEqual([true, false]);
  });

  test('name the next instant at which one starts or ends', () => {
    const later = promotion({ startsAt: now + 50, endsAt: null });
    expect(nextChange([later, promotion({ endsAt: now + 900 })], now)).toBe(now + 50);
    expect(
      nextChange([promotion({ endsAt: null }), promotion({ status: 0, endsAt: now + 5 })], now),
    ).toBeNull();
  });
});
