import { describe, expect, test } from 'vitest';
import { couponRequirementTexts } from '#lib/messages/api-errors.ts';
import { toDiscountResponse } from '#server/bag/discount-response.ts';
import { couponKey } from '#server/promotions/coupon-key.ts';
import { fc } from '../../../fast-check.ts';
import { facts, line, price, variant } from './fixtures.ts';
import { offer, onlyFor } from './offers.ts';

const coupon = (id: number, code: string, rules: object, changes = {}) =>
  offer('code', id, rules, { code, ...changes });
const tier20 = offer('tier', 1, { condition: 'quantity', mode: 'percent', tiers: [{ min: 1, value: 20 }] });
const goods = variant(1, { price: 10_000 });
const totals = ({ totalPay, totalDiscount }: ReturnType<typeof price>) => [totalPay, totalDiscount];

describe('coupons, the worked example of R102', () => {
  const shop = facts([goods], {
    promotions: [
      tier20,
      coupon(2, 'SAVE10', { mode: 'amount_off', value: 1000 }),
      coupon(3, 'BIG30', { mode: 'amount_off', value: 3000, min: 8000, auto_fill: true }),
      coupon(4, 'SAVE20', { mode: 'amount_off', value: 2000, auto_fill: true }),
    ],
  });

  test('without a coupon the tier of 20% holds: 80.00, and BIG30 is the code to fill in [DISC-16, DISC-12]', () => {
    const bag = price([line(1)], shop);
    expect(totals(bag)).toEqual([8000, 2000]);
    expect(toDiscountResponse(bag).auto_fill_coupon_code).toBe('BIG30');
  });

  test('a coupon that would lower the discount is asked about first, and the totals stay [DISC-14, DISC-16]', () => {
    const bag = price([line(1)], shop, 'SAVE10');
    expect(totals(bag)).toEqual([8000, 2000]);
    expect(toDiscountResponse(bag)).toMatchObject({ need_second_confirm: true, coupon: '' });
    expect(bag.couponRefusal).toBe(0);
  });

  test('confirmed, it takes the place of the tier: 90.00, 10.00 off [DISC-14, DISC-16]', () => {
    const bag = price([line(1)], shop, 'SAVE10', true);
    expect(totals(bag)).toEqual([9000, 1000]);
    expect(toDiscountResponse(bag)).toMatchObject({ need_second_confirm: false, coupon: 'SAVE10' });
  });

  test('BIG30: 70.00, 30.00 off, without a question [DISC-16]', () => {
    const bag = price([line(1)], shop, 'BIG30');
    expect([...totals(bag), bag.needSecondConfirm]).toEqual([7000, 3000, false]);
  });

  test('SAVE20 is not filled in: equal is not larger [DISC-12]', () => {
    const without = shop.promotions.filter(({ code }) => code !== 'BIG30');
    expect(price([line(1)], { ...shop, promotions: without }).autoFillCoupon).toBe('');
  });

  test('a code the shopper typed is never replaced, even one that cannot be used [DISC-12]', () => {
    expect(price([line(1)], shop, 'SAVE10', true).autoFillCoupon).toBe('');
    expect(price([line(1)], shop, 'NOPE').autoFillCoupon).toBe('');
  });

  test('of equal codes to fill in the higher priority number wins, then the lower id [DISC-12]', () => {
    const rules = { mode: 'amount_off', value: 3000, auto_fill: true };
    const filled = (priority: number) =>
      price(
        [line(1)],
        facts([goods], { promotions: [coupon(9, 'NINE', rules, { priority }), coupon(5, 'FIVE', rules)] }),
      ).autoFillCoupon;
    expect([filled(0), filled(1)]).toEqual(['FIVE', 'NINE']);
  });

  test('one that is used up is not filled in [DISC-12]', () => {
    const used = coupon(
      3,
      'BIG30',
      { mode: 'amount_off', value: 3000, auto_fill: true },
      { usageLimit: 1, usedCount: 1 },
    );
    expect(price([line(1)], facts([goods], { promotions: [used] })).autoFillCoupon).toBe('');
  });
});

describe('what a coupon is taken of', () => {
  const a = variant(1);
  const b = variant(2, { price: 3000 });
  const half = (changes = {}) => ({ mode: 'percent', value: 50, ...changes });

  test('tiers of its lines are taken away, and reckoned again for the lines left [DISC-16, DISC-26]', () => {
    const pieces = {
      condition: 'quantity',
      mode: 'percent',
      tiers: [
        { min: 1, value: 10 },
        { min: 2, value: 30 },
      ],
    };
    const promotions = [offer('tier', 1, pieces), coupon(2, 'HALF', half(), onlyFor(10))];
    const bag = price([line(1), line(2)], facts([a, b], { promotions }), 'HALF', true);
    // 50% of 20.00, and 10% of the one remaining unit instead of 30% of both.
    expect(
      bag.lines.map(({ discount, promotionStatus }) => [discount, promotionStatus!.promotion.id]),
    ).toEqual([
      [1000, 2],
      [300, 1],
    ]);
  });

  test('conditions are measured on its lines as they are with the tiers taken away', () => {
    const promotions = [tier20, coupon(2, 'HALF', half({ min: 2000 }))];
    expect(price([line(1)], facts([a], { promotions }), 'HALF').coupon).toBe('HALF');
    const higher = [tier20, coupon(2, 'HALF', half({ min: 2001 }))];
    const refused = price([line(1)], facts([a], { promotions: higher }), 'HALF');
    expect(refused.couponRefusal).toBe(30002);
    expect(refused.couponGap).toMatchObject({
      hint: { desc: couponRequirementTexts.couponNeeds, params: ['HALF', { money: 2001 }, { money: 2000 }] },
      promotion: { code: 'HALF' },
    });
  });

  test('lines of groups and of multi_spec are left out; a base of nothing is refused with 30002 [DISC-26]', () => {
    const promotions = [
      offer('combination', 6, { product_ids: [10], pick: 2, mode: 'percent', value: 10 }),
      offer(
        'multi_spec',
        5,
        { count_by: 'piece', tiers: [{ min: 1, mode: 'percent', value: 10 }] },
        onlyFor(20),
      ),
      coupon(2, 'HALF', half()),
    ];
    const shop = facts([a, b, variant(3)], { promotions });
    const set = line(1, { quantity: 2, code: 'CB6', group: '0' });
    const refused = price([set, line(2)], shop, 'HALF');
    expect(refused.couponRefusal).toBe(30002);
    expect(refused.couponGap?.hint).toEqual({
      desc: couponRequirementTexts.couponNeedsUnreduced,
      params: ['HALF', 1, 0],
    });
    const bag = price([set, line(2), line(3)], shop, 'HALF');
    expect(bag.lines.map(({ discount }) => discount)).toEqual([400, 300, 1000]);
  });

  test('a stacking coupon takes of all its lines after steps 1 to 3, and takes nothing away [DISC-26, DISC-28]', () => {
    const promotions = [
      offer('combination', 6, { product_ids: [10], pick: 2, mode: 'percent', value: 10 }),
      offer('tier', 1, { condition: 'quantity', mode: 'percent', tiers: [{ min: 1, value: 20 }] }),
      coupon(2, 'HALF', half({ stack: true })),
    ];
    const set = line(1, { quantity: 2, code: 'CB6', group: '0' });
    const answer = toDiscountResponse(price([set, line(2)], facts([a, b], { promotions }), 'HALF'));
    expect(answer.checkout_items.map(({ discount }) => [discount!.discount_type, discount!.amounts])).toEqual(
      [
        [6, { origin_amount: 40, discount_amount: 22, pay_amount: 18 }],
        [1, { origin_amount: 30, discount_amount: 18, pay_amount: 12 }],
      ],
    );
    expect([answer.total_pay_amount, answer.total_discount_amount]).toEqual([30, 40]);
  });

  test('one-price promotions and gifts stay', () => {
    const promotions = [
      offer('oneprice', 3, { type: 1, orderAmount: 1000 }),
      offer('fullgift', 7, {
        condition: 'amount',
        steps: [{ position: 1, min: 900, gifts: [{ product_id: 20, variant_id: 2, auto_car: 1 }] }],
      }),
      coupon(2, 'HALF', half()),
    ];
    const gift = line(2, { isGift: true, giftDiscountId: 7, giftPosition: 1 });
    const bag = price([line(1), gift], facts([a, b], { promotions }), 'HALF');
    expect([...totals(bag), bag.lines[1]!.status]).toEqual([500, 500, 1]);
  });

  test('the cap of max_discount holds, and nothing costs less than 0', () => {
    const off = (rules: object) =>
      price([line(1)], facts([a], { promotions: [coupon(2, 'C', rules)] }), 'C').totalDiscount;
    expect(off(half({ max_discount: 300 }))).toBe(300);
    expect(off({ mode: 'amount_off', value: 99_999 })).toBe(2000);
    expect(off({ mode: 'amount_off', value: 99_999, max_discount: 700 })).toBe(700);
  });
});

test('groups add up to the totals, with a coupon over several of them [DISC-28]', () => {
  const promotions = [
    offer('combination', 6, { product_ids: [10], pick: 3, mode: 'fixed_price', value: 5000 }),
    offer(
      'tier',
      1,
      { condition: 'quantity', mode: 'percent', tiers: [{ min: 2, value: 7 }] },
      onlyFor(20, 30),
    ),
    coupon(2, 'SEVEN', { mode: 'percent', value: 7, stack: true }),
  ];
  const shop = facts(
    [variant(1, { price: 1999 }), variant(2, { price: 333 }), variant(3, { price: 1777 }), variant(4)],
    {
      promotions,
    },
  );
  const lines = [line(1, { quantity: 3, code: 'CB6', group: '0' }), line(2), line(3), line(4)];
  const answer = toDiscountResponse(price(lines, shop, 'SEVEN'));
  const groups = answer.checkout_items.map(({ discount }) => discount!.amounts);
  const sum = (field: 'pay_amount' | 'discount_amount') =>
    Math.round(groups.reduce((all, amounts) => all + amounts[field] * 100, 0));
  expect(groups).toHaveLength(3);
  expect([sum('pay_amount'), sum('discount_amount')]).toEqual([
    Math.round(answer.total_pay_amount * 100),
    Math.round(answer.total_discount_amount * 100),
  ]);
});

test('taking the coupon away gives the answer as it was before', () => {
  const shop = facts([goods], {
    promotions: [tier20, coupon(2, 'SAVE10', { mode: 'amount_off', value: 1000 })],
  });
  const before = toDiscountResponse(price([line(1)], shop));
  price([line(1)], shop, 'SAVE10', true);
  expect(toDiscountResponse(price([line(1)], shop))).toEqual(before);
});

describe('a code is found however it is typed', () => {
  const typed = (code: string, as: string) => {
    const shop = facts([goods], { promotions: [coupon(2, code, { mode: 'amount_off', value: 1000 })] });
    return toDiscountResponse(price([line(1)], shop, as, true)).coupon;
  };

  test.each([
    ['DANKEFÜR100', ['dankefür100', 'DankeFu\u0308r100', ' DANKEFÜR100 ']],
    ['10%OFF', ['10%off', '10%Off', '１０％ＯＦＦ']],
    ['SAVE 10', ['save 10', 'Save\u00a010', 'save  10', 'SAVE\u300010', '\ufeffSAVE 10\n']],
    ['straße', ['STRASSE', 'Straße', 'STRAẞE']],
    ['İNDİRİM', ['indirim', 'İndirim', 'INDIRIM', 'i̇ndirim']],
    ['ΚΑΛΟΣ', ['καλος', 'Καλοσ']],
    ['СКИДКА', ['скидка', 'Скидка']],
    ['ガラス', ['ｶﾞﾗｽ', 'カ\u3099ラス']],
    ["DON'T-10", ['don’t–10', 'don‘t‐10', 'don´t-10', 'don`t\u221210', 'don′t-10']],
    ['5" OFF', ['5“ off', '5” off']],
    ['خصم10%', ['خصم١٠٪', 'خصم۱۰٪', 'خصم10٪']],
    ['خصم۱۰', ['خصم10', 'خصم١٠']],
    ['🎁10', ['🎁\ufe0f10']],
    ['می‌خواهم', ['میخواهم']],
  ])('%s [BR-16]', (code, spellings) => {
    for (const spelling of spellings) expect([spelling, typed(code, spelling)]).toEqual([spelling, code]);
  });

  test.each([
    ['DANKEFÜR', 'DANKEFUR'],
    ['バス', 'ハス'],
    ['10%OFF', '10OFF'],
    ['SAVE 10', 'SAVE10'],
    ['SAVE', ''],
  ])('%s is not %s [BR-16]', (code, other) => {
    expect(typed(code, other)).toBe('');
  });

  test('the key of a key is the same: an open checkout stores it [BR-16]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (code) => {
        const key = couponKey(code);
        expect([couponKey(key), couponKey(code.toUpperCase())]).toEqual([key, key]);
      }),
    );
  });
});
