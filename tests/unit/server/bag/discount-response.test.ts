import { describe, expect, test } from 'vitest';
import { checkoutGroupInputs } from '#lib/contract/wire-checkout-group.ts';
import { toDiscountResponse } from '#server/bag/discount-response.ts';
import { parseRequestedBag } from '#server/bag/requested-bag.ts';
import { facts, line, price, promotion, variant } from '../promotions/fixtures.ts';

const coupon = promotion({
  id: 9,
  kind: 'code',
  discountType: 2,
  code: 'SAVE10',
  title: 'Ten off',
  rules: { mode: 'amount_off', value: 1000, min: 3000 },
});
const shop = facts([variant(1), variant(2, { price: 1500 })], { promotions: [coupon] });

test('plain lines are one group, with exact totals', () => {
  const answer = toDiscountResponse(price([line(1, { quantity: 2 }), line(2)], shop, ''));
  expect(answer.checkout_items).toHaveLength(1);
  expect(answer.checkout_items[0]).not.toHaveProperty('discount');
  expect(
    answer.checkout_items[0]!.variant_items.map((item) => [
      item.random_id,
      item.variant_price,
      item.pay_amount,
    ]),
  ).toEqual([
    ['line-1', 20, 40],
    ['line-2', 15, 15],
  ]);
  expect([answer.total_pay_amount, answer.total_discount_amount]).toEqual([55, 0]);
});

describe('a coupon', () => {
  test('is taken off its lines, which form its group; the groups add up to the totals', () => {
    const answer = toDiscountResponse(price([line(1, { quantity: 2 }), line(2)], shop, ' save10 '));
    const [group] = answer.checkout_items;
    expect(group!.discount).toMatchObject({
      status: 1,
      discount_type: 2,
      discount_code: 'SAVE10',
      desc: '{0}',
      params: ['Ten off'],
    });
    expect(group!.discount!.amounts).toEqual({ origin_amount: 55, discount_amount: 10, pay_amount: 45 });
    expect(group!.variant_items.map((item) => item.discount_amount)).toEqual([7.27, 2.73]);
    expect([answer.coupon, answer.total_pay_amount, answer.total_discount_amount]).toEqual([
      'SAVE10',
      45,
      10,
    ]);
  });

  test('that cannot be used is left out, and the reason is known', () => {
    const refusal = (code: string, changes = {}) =>
      price([line(1)], { ...shop, promotions: [{ ...coupon, ...changes }] }, code);
    expect(refusal('NOPE').couponRefusal).toBe(30001);
    expect(refusal('SAVE10', { endsAt: coupon.startsAt }).couponRefusal).toBe(30001);
    expect(refusal('SAVE10').couponRefusal).toBe(30002);
    expect(refusal('SAVE10', { rangeType: 2 }).couponRefusal).toBe(30002);
    expect(refusal('SAVE10', { usageLimit: 5, usedCount: 5 }).couponRefusal).toBe(30003);
    expect(toDiscountResponse(refusal('NOPE'))).toMatchObject({
      coupon: '',
      total_pay_amount: 20,
      total_discount_amount: 0,
    });
  });

  test('of a percentage is rounded once for all its lines and kept under its cap', () => {
    const percent = (rules: object) =>
      price([line(1), line(2)], { ...shop, promotions: [{ ...coupon, rules }] }, 'SAVE10');
    expect(percent({ mode: 'percent', value: 12.5 }).totalDiscount).toBe(438);
    expect(percent({ mode: 'percent', value: 50, max_discount: 500 }).totalDiscount).toBe(500);
    expect(percent({ mode: 'amount_off', value: 99_999 }).totalPay).toBe(0);
    expect(percent({ mode: 'percent', value: 10, condition: 'quantity', min: 3 }).couponRefusal).toBe(30002);
  });
});

test('a bundle group without a promotion is a group of its own with status 0', () => {
  const answer = toDiscountResponse(price([line(1), line(2, { code: 'SET', group: '1' })], shop, ''));
  expect(answer.checkout_items.map((group) => group.discount?.status)).toEqual([undefined, 0]);
  expect(answer.total_pay_amount).toBe(20);
});

test('reads sent groups: codes of groups, the first coupon, what the client left out', () => {
  const groups = checkoutGroupInputs.parse([
    {
      variant_items: [
        { product_id: 10, variant_id: 1, quantity: 2, random_id: 'a', extend_params: { unit: 2 } },
      ],
      discount: { discount_code: 'SET' },
    },
    {
      variant_items: [{ product_id: 20, variant_id: 2, quantity: 1, is_selected: 0, is_gift: 1 }],
      coupon: 'SAVE10',
      is_do_second_confirm: 1,
    },
  ]);
  const bag = parseRequestedBag(groups);
  expect([bag.coupon, bag.isConfirmed]).toEqual(['SAVE10', true]);
  expect(bag.lines[0]).toMatchObject({
    randomId: 'a',
    code: 'SET',
    group: '0',
    unit: 2,
    isSelected: true,
    isGift: false,
    tailor: [],
  });
  expect(bag.lines[1]).toMatchObject({ code: '', group: '', unit: 1, isSelected: false, isGift: true });
});
