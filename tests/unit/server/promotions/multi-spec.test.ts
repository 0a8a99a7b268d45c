import { describe, expect, test } from 'vitest';
import { toDiscountResponse } from '#server/bag/discount-response.ts';
import { facts, line, price, variant } from './fixtures.ts';
import { offer, piecesTier } from './offers.ts';

const rules = {
  count_by: 'piece',
  tiers: [
    { min: 2, mode: 'percent', value: 10 },
    { min: 3, mode: 'percent', value: 15 },
  ],
};
const red = variant(1, { productId: 10, price: 1200 });
const blue = variant(2, { productId: 10, price: 1200 });
const blueLine = (quantity: number) => line(2, { productId: 10, quantity });

describe('several variants of one product, the worked example of R106', () => {
  const shop = facts([red, blue], { promotions: [offer('multi_spec', 5, rules)] });

  test('three pieces of two variants cost 10.20 each: 30.60, 5.40 off [DISC-20]', () => {
    const bag = price([line(1, { quantity: 2 }), blueLine(1)], shop);
    expect([bag.totalPay, bag.totalDiscount]).toEqual([3060, 540]);
    expect(bag.lines.map(({ discount }) => discount)).toEqual([360, 180]);
    expect(toDiscountResponse(bag).checkout_items).toHaveLength(1);
  });

  test('two pieces are one step lower, and the next is named [DISC-20]', () => {
    const bag = price([line(1), blueLine(1)], shop);
    expect(bag.totalDiscount).toBe(240);
    expect(toDiscountResponse(bag).checkout_items[0]!.discount).toMatchObject({
      discount_type: 5,
      params: [1, 15],
    });
  });

  test('one piece has no tier and stays a plain line [DISC-20]', () => {
    expect(toDiscountResponse(price([line(1)], shop)).checkout_items[0]).not.toHaveProperty('discount');
  });

  test('the discount of one piece is rounded, then multiplied [DISC-20]', () => {
    const odd = facts([variant(1, { price: 335 })], { promotions: [offer('multi_spec', 5, rules)] });
    // 3.35 × 15% = 0.5025 → 0.50 per unit.
    expect(price([line(1, { quantity: 3 })], odd).totalDiscount).toBe(150);
  });

  test('counted by variant, pieces of one do not help [DISC-20]', () => {
    const byVariant = facts([red, blue], {
      promotions: [offer('multi_spec', 5, { ...rules, count_by: 'variant' })],
    });
    expect(price([line(1, { quantity: 9 })], byVariant).totalDiscount).toBe(0);
    expect(price([line(1, { quantity: 9 }), blueLine(1)], byVariant).totalDiscount).toBe(1200);
  });

  test('products are counted each by itself [DISC-20]', () => {
    const two = facts([red, variant(3, { productId: 30, price: 1200 })], shop);
    expect(price([line(1), line(3)], { ...two, promotions: shop.promotions }).totalDiscount).toBe(0);
  });

  test('amount off is for each piece and never more than it costs', () => {
    const off = (value: number) =>
      price([line(1, { quantity: 2 })], {
        ...shop,
        promotions: [
          offer('multi_spec', 5, { count_by: 'piece', tiers: [{ min: 2, mode: 'amount_off', value }] }),
        ],
      }).totalDiscount;
    expect([off(100), off(5000)]).toEqual([200, 2400]);
  });
});

describe('with other promotions', () => {
  test('of several the biggest discount takes the product, then priority, then the lower id [DISC-26]', () => {
    const flat = (value: number) => ({ count_by: 'piece', tiers: [{ min: 1, mode: 'percent', value }] });
    const winner = (promotions: ReturnType<typeof offer>[]) =>
      price([line(1)], facts([red], { promotions })).lines[0]!.promotionStatus!.promotion.id;
    expect(winner([offer('multi_spec', 1, flat(5)), offer('multi_spec', 2, flat(9))])).toBe(2);
    expect(winner([offer('multi_spec', 3, flat(5)), offer('multi_spec', 2, flat(5))])).toBe(2);
    expect(winner([offer('multi_spec', 3, flat(5), { priority: 1 }), offer('multi_spec', 2, flat(5))])).toBe(
      3,
    );
  });

  test('a line it took is left out of tiers [DISC-26]', () => {
    const promotions = [offer('multi_spec', 5, rules), offer('tier', 1, piecesTier)];
    const bag = price([line(1, { quantity: 2 }), line(3)], facts([red, variant(3)], { promotions }));
    expect(bag.lines.map(({ discount, promotionStatus }) => [discount, promotionStatus!.status])).toEqual([
      [240, 1],
      [0, 2],
    ]);
  });

  test('a line of a group is not counted by it [DISC-26]', () => {
    const promotions = [
      offer('multi_spec', 5, rules),
      offer('combination', 6, { product_ids: [10], pick: 2, mode: 'percent', value: 1 }),
    ];
    const grouped = line(1, { quantity: 2, code: 'CB6', group: '0' });
    expect(price([grouped, blueLine(1)], facts([red, blue], { promotions })).totalDiscount).toBe(24);
  });
});
