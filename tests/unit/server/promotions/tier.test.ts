import { describe, expect, test } from 'vitest';
import { toDiscountResponse } from '#server/bag/discount-response.ts';
import { facts, line, price, variant } from './fixtures.ts';
import { amountTier, offer, onlyFor, piecesTier } from './offers.ts';

const a = variant(1);
const b = variant(2, { price: 1500 });

describe('tiers, the worked example of R101', () => {
  const shop = facts([a, b], { promotions: [offer('tier', 1, piecesTier)] });

  test('three pieces of two products: 11.00 off 55.00, split 8.00 and 3.00 [DISC-22, DISC-27]', () => {
    const bag = price([line(1, { quantity: 2 }), line(2)], shop);
    expect([bag.totalPay, bag.totalDiscount]).toEqual([4400, 1100]);
    expect(bag.lines.map(({ discount }) => discount)).toEqual([800, 300]);
  });

  test('two pieces: 4.00 off, and what the next step asks for and gives [DISC-22, DISC-09]', () => {
    const answer = toDiscountResponse(price([line(1, { quantity: 2 })], shop));
    expect(answer.total_discount_amount).toBe(4);
    expect(answer.checkout_items[0]!.discount).toMatchObject({
      status: 1,
      discount_type: 1,
      desc: 'Buy {0} more to save {1}%',
      params: [1, 20],
    });
  });

  test('by amount: 120.00 costs 105.00, and the highest step is given once [DISC-22]', () => {
    const byAmount = facts([a], { promotions: [offer('tier', 1, amountTier)] });
    expect(price([line(1, { quantity: 6 })], byAmount).totalPay).toBe(10_500);
    expect(price([line(1, { quantity: 10 })], byAmount).totalPay).toBe(20_000 - 1500);
  });

  test('a step by amount says in money what is missing', () => {
    const byAmount = facts([a], { promotions: [offer('tier', 1, amountTier)] });
    const [group] = toDiscountResponse(price([line(1, { quantity: 4 })], byAmount)).checkout_items;
    expect([group!.discount!.desc, group!.discount!.params]).toEqual([
      'Spend {0} more to save {1}',
      ['$20.00', '$15.00'],
    ]);
  });

  test('amount off never exceeds what the lines cost', () => {
    const generous = { condition: 'quantity', mode: 'amount_off', tiers: [{ min: 1, value: 9900 }] };
    const bag = price([line(1)], facts([a], { promotions: [offer('tier', 1, generous)] }));
    expect([bag.totalPay, bag.totalDiscount]).toEqual([0, 2000]);
  });

  test('a percentage is taken of the sum and rounded once, half up; leftover cents go to the largest remainders [DISC-27]', () => {
    const odd = facts([variant(1, { price: 333 }), variant(2, { price: 333 }), variant(3, { price: 334 })], {
      promotions: [offer('tier', 1, { ...piecesTier, tiers: [{ min: 3, value: 12.35 }] })],
    });
    const bag = price([line(1), line(2), line(3)], odd);
    // 10.00 × 12.35% = 1.235 → 1.24; 0.4129…, 0.4129…, 0.4141…: one cent remains, for the largest remainder.
    expect(bag.totalDiscount).toBe(124);
    expect(bag.lines.map(({ discount }) => discount)).toEqual([41, 41, 42]);
  });
});

describe('a tier yet to be achieved', () => {
  const shop = facts([a, b], { promotions: [offer('tier', 7, piecesTier, onlyFor(10))] });

  test('is a group of status 2 with discount 0 and its first step; nothing is disabled [DISC-29]', () => {
    const answer = toDiscountResponse(price([line(1), line(2)], shop));
    expect(answer.checkout_items.map(({ discount }) => discount?.status)).toEqual([2, undefined]);
    expect(answer.checkout_items[0]!.discount).toMatchObject({
      discount_id: 7,
      desc: 'Buy {0} more to save {1}%',
      params: [1, 10],
      amounts: { origin_amount: 20, discount_amount: 0, pay_amount: 20 },
    });
    expect(answer.checkout_items[0]!.variant_items[0]!.status).toBe(1);
  });

  test('of several, the one with the higher priority number speaks, then the one with the lower id [DISC-29]', () => {
    const tiers = [
      offer('tier', 3, piecesTier),
      offer('tier', 2, piecesTier),
      offer('tier', 9, piecesTier, { priority: 5 }),
    ];
    const promotionOf = (promotions: typeof tiers) =>
      price([line(1)], facts([a], { promotions })).lines[0]!.promotionStatus?.promotion.id;
    expect(promotionOf(tiers)).toBe(9);
    expect(promotionOf(tiers.slice(0, 2))).toBe(2);
  });
});

describe('several tiers', () => {
  const flat = (value: number) => ({ condition: 'quantity', mode: 'amount_off', tiers: [{ min: 1, value }] });

  test('the biggest discount takes its lines, and the others are reckoned on what is left [DISC-26]', () => {
    const promotions = [
      offer('tier', 1, { ...piecesTier, tiers: [{ min: 2, value: 10 }] }),
      offer('tier', 2, flat(700), onlyFor(10)),
    ];
    const bag = price([line(1), line(2), line(3)], facts([a, b, variant(3)], { promotions }));
    // 7.00 off line 1 beats 10% of 55.00; then 10% of the remaining 35.00.
    expect(
      bag.lines.map(({ discount, promotionStatus }) => [discount, promotionStatus!.promotion.id]),
    ).toEqual([
      [700, 2],
      [150, 1],
      [200, 1],
    ]);
  });

  test('of equal discounts the higher priority number wins, then the lower id [DISC-26]', () => {
    const winner = (promotions: ReturnType<typeof offer>[]) =>
      price([line(1)], facts([a], { promotions })).lines[0]!.promotionStatus?.promotion.id;
    const same = [offer('tier', 8, flat(100)), offer('tier', 4, flat(100))];
    expect(winner(same)).toBe(4);
    expect(winner([...same, offer('tier', 9, flat(100), { priority: 1 })])).toBe(9);
  });
});

test('the minimum is measured on prices after one-price promotions [DISC-26]', () => {
  const promotions = [offer('tier', 1, amountTier), offer('oneprice', 2, { type: 1, orderAmount: 1000 })];
  const bag = price([line(1, { quantity: 4 })], facts([a], { promotions }));
  expect([bag.totalPay, bag.totalDiscount]).toEqual([4000, 0]);
});

test('only selected, available lines count towards a step', () => {
  const shop = facts([a, variant(2, { stock: 0 })], { promotions: [offer('tier', 1, piecesTier)] });
  const bag = price([line(1), line(1, { randomId: 'b', isSelected: false }), line(2)], shop);
  expect(bag.totalDiscount).toBe(0);
});
