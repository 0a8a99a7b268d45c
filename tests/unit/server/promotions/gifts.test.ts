import { describe, expect, test } from 'vitest';
import { toDiscountResponse } from '#server/bag/discount-response.ts';
import type { VariantRecord } from '#server/catalog/records.ts';
import { facts, line, price, variant } from './fixtures.ts';
import { offer, onlyFor, piecesTier } from './offers.ts';

const [mug, bottle] = [21, 22];
const rules = {
  condition: 'amount',
  steps: [
    { position: 1, min: 5000, gifts: [{ product_id: 210, variant_id: mug, auto_car: 1 }] },
    {
      position: 2,
      min: 10_000,
      gifts: [
        { product_id: 210, variant_id: mug, auto_car: 1 },
        { product_id: 220, variant_id: bottle, auto_car: 2 },
      ],
    },
  ],
};
const shopWith = (cost: number, changes: Partial<VariantRecord> = {}, given: object = rules) =>
  facts([variant(1, { price: cost }), variant(mug, changes), variant(bottle, changes)], {
    promotions: [offer('fullgift', 7, given)],
  });
const gift = (id: number, position: number, randomId = `gift-${id}`, changes = {}) =>
  line(id, { isGift: true, giftDiscountId: 7, giftPosition: position, randomId, ...changes });
const steps = (cost: number) =>
  toDiscountResponse(price([line(1)], shopWith(cost))).discount_gifts[0]!.discount_rules.map((rule) => [
    rule.position,
    rule.achieved,
  ]);

describe('gifts, the worked example of R108', () => {
  test('60.00 gives the mug, 110.00 mug and two bottles, 40.00 nothing [GIFT-09]', () => {
    const given = (cost: number) =>
      toDiscountResponse(price([line(1)], shopWith(cost))).gift_products.map((entry) => [
        entry.variant_id,
        entry.auto_car,
      ]);
    expect(given(6000)).toEqual([[mug, 1]]);
    expect(given(11_000)).toEqual([
      [mug, 1],
      [bottle, 2],
    ]);
    expect(given(4000)).toEqual([]);
  });

  test('nobody has a gift engraved or a picture put on it: a line that asks for it is no gift', () => {
    const engraving = { name: 'Engraving', type: 1, required: false, price: 1500, values: [] };
    const shop = shopWith(6000, { customOptions: [engraving] } as never);
    const tailor = [
      { name: 'Engraving', type: 1, value: 'For nothing' },
      { name: 'Picture', type: 2, value: 'https://evil.example/x.png' },
    ];
    const asked = price([line(1), gift(mug, 1, 'gift', { tailor })], shop);
    expect(asked.lines[1]).toMatchObject({ problem: 'changed', status: 0 });
    expect(price([line(1), gift(mug, 1)], shop).lines[1]).toMatchObject({ problem: '', status: 1 });
  });

  test('only the highest step reached is achieved [GIFT-09]', () => {
    expect([steps(4000), steps(6000), steps(11_000)]).toEqual([
      [
        [1, false],
        [2, false],
      ],
      [
        [1, true],
        [2, false],
      ],
      [
        [1, false],
        [2, true],
      ],
    ]);
  });

  test('each step says what it is, what is missing and what it gives [DISC-05, GIFT-05, GIFT-07]', () => {
    const bag = price([line(1), gift(mug, 1)], shopWith(6000));
    const answer = toDiscountResponse(bag);
    expect(answer.discount_gifts).toMatchObject([
      {
        discount_id: 7,
        discount_rules: [
          {
            position: 1,
            achieved: true,
            desc: 'Your gift',
            gift_products: [{ variant_id: mug, sale_status: 1 }],
          },
          { position: 2, achieved: false, desc: 'Spend {0} more for a gift', params: ['$40.00'] },
        ],
      },
    ]);
    expect(answer.checkout_items[1]!.discount).toMatchObject({ discount_type: 7, status: 1 });
  });

  test('by pieces [GIFT-09]', () => {
    const byPieces = { condition: 'quantity', steps: [{ ...rules.steps[0]!, min: 3 }] };
    const achieved = (quantity: number) =>
      price([line(1, { quantity })], shopWith(100, {}, byPieces)).gifts[0]!.steps[0]!.isAchieved;
    expect([achieved(2), achieved(3)]).toEqual([false, true]);
  });

  test('what counts is what is payable after the other discounts, and a coupon never costs a gift [DISC-26]', () => {
    const promotions = [
      offer('fullgift', 7, rules),
      offer('tier', 1, piecesTier),
      offer('code', 2, { mode: 'percent', value: 90 }, { code: 'MOST' }),
    ];
    const bag = (cost: number, coupon = '') =>
      price([line(1, { quantity: 2 }), gift(mug, 1)], { ...shopWith(cost), promotions }, coupon);
    expect(bag(2700).lines[1]!.status).toBe(0);
    expect(bag(2800).lines[1]!.status).toBe(1);
    expect([bag(2800, 'MOST').totalPay, bag(2800, 'MOST').lines[1]!.status]).toEqual([560, 1]);
  });

  test('only products in range count, and nothing is said where none is in the bag', () => {
    const shop = { ...shopWith(6000), promotions: [offer('fullgift', 7, rules, onlyFor(990))] };
    expect(price([line(1)], shop).gifts).toEqual([]);
  });
});

describe('gift lines', () => {
  test('an allowed one is free and names its promotion, step and count [GIFT-04, GIFT-02]', () => {
    const bag = price([line(1), gift(mug, 1)], shopWith(6000));
    expect([bag.totalPay, bag.totalDiscount]).toEqual([6000, 0]);
    const item = toDiscountResponse(bag).checkout_items[1]!.variant_items[0];
    expect(item).toMatchObject({
      status: 1,
      is_gift: 1,
      gift_discount_id: 7,
      discount_rule_position: 1,
      auto_car: 1,
      is_disable_gift: 0,
      variant_price: 0,
      pay_amount: 0,
    });
  });

  test('one whose step is lost comes back disabled, and the others stay as they are [GIFT-06, GIFT-10]', () => {
    const bag = price([line(1), gift(mug, 1)], shopWith(4000));
    expect(
      toDiscountResponse(bag).checkout_items[0]!.variant_items.map((item) => item.is_disable_gift),
    ).toEqual([0, 1]);
    expect(bag.totalPay).toBe(4000);
  });

  test.each([
    ['unpublished', { isPublished: false }],
    ['deleted', { isDeleted: true }],
    ['sold out', { stock: 0 }],
    ['for pre-order', { isPresale: true }],
  ])('one that is %s as well leaves with its step all the same [GIFT-06]', (_, changes) => {
    const disabled = (cost: number) =>
      toDiscountResponse(price([line(1), gift(mug, 1)], shopWith(cost, changes)))
        .checkout_items.flatMap((group) => group.variant_items)
        .find((item) => item.is_gift === 1)!.is_disable_gift;
    expect([disabled(4000), disabled(6000)]).toEqual([1, 0]);
  });

  test.each([
    ['a second line of one', [gift(mug, 1, 'a'), gift(mug, 1, 'b')], [1, 0]],
    ['two pieces in a line', [gift(mug, 1, 'a', { quantity: 2 })], [0]],
    ['a gift of another step', [gift(bottle, 2)], [0]],
    ['a step that is not the one reached', [gift(mug, 2)], [0]],
    ['another promotion', [gift(mug, 1, 'a', { giftDiscountId: 8 })], [0]],
    ['no promotion', [gift(mug, 1, 'a', { giftDiscountId: undefined })], [0]],
    ['what is no gift', [gift(1, 1)], [0]],
    ['a product that is not the variant’s', [gift(mug, 1, 'a', { productId: 10 })], [0]],
  ])('%s is ignored by the server [GIFT-10]', (_, gifts, statuses) => {
    const bag = price([line(1), ...gifts], shopWith(6000));
    expect(bag.lines.slice(1).map(({ status }) => status)).toEqual(statuses);
    expect([bag.totalPay, bag.totalDiscount]).toEqual([6000, 0]);
  });

  test('auto_car lines of a gift are allowed, one where the shopper chooses [GIFT-10]', () => {
    const three = ['a', 'b', 'c'].map((id) => gift(bottle, 2, id));
    const statuses = (shop: ReturnType<typeof shopWith>) =>
      price([line(1), ...three], shop)
        .lines.slice(1)
        .map(({ status }) => status);
    expect(statuses(shopWith(11_000))).toEqual([1, 1, 0]);
    const chosen = {
      ...rules,
      steps: [{ ...rules.steps[1]!, gifts: [{ product_id: 220, variant_id: bottle, auto_car: 0 }] }],
    };
    expect(statuses(shopWith(11_000, {}, chosen))).toEqual([1, 0, 0]);
  });

  test('never more than the stock that paid lines leave [GIFT-10, PRICE-10]', () => {
    const two = [gift(bottle, 2, 'a'), gift(bottle, 2, 'b')];
    const bag = price([line(1), line(bottle, { quantity: 2 }), ...two], shopWith(11_000, { stock: 3 }));
    expect(bag.lines.slice(2).map(({ problem }) => problem)).toEqual(['', 'sold_out']);
  });

  test('a gift that is sold out stays in the bag, unavailable [PRICE-06, PRICE-10]', () => {
    const bag = price([line(1), gift(mug, 1)], shopWith(6000, { stock: 0 }));
    expect(bag.lines[1]).toMatchObject({ status: 0, problem: 'sold_out' });
    expect(
      toDiscountResponse(bag).checkout_items.flatMap((group) => group.variant_items)[1]!.is_disable_gift,
    ).toBe(0);
    expect(toDiscountResponse(bag).gift_products).toMatchObject([
      { sale_status: 0, sale_inventory_quantity: 0 },
    ]);
  });

  test('an unpublished gift says so, and a deleted one is no longer offered [GIFT-03]', () => {
    const offered = (changes: Partial<VariantRecord>) =>
      toDiscountResponse(price([line(1)], shopWith(6000, changes))).gift_products.map(
        (entry) => entry.is_product_published,
      );
    expect([offered({ isPublished: false }), offered({ isDeleted: true })]).toEqual([[false], []]);
  });
});
