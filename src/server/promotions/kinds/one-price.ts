/** One-price promotion (R109): a fixed unit price for the products in the promotion's range. */
import { z } from 'zod';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import { definePromotionKind } from '../promotion-kind.ts';
import type { RuleFields } from '../rule-fields.ts';

/**
 * Returns the schema of orderOnePriceConfig. It rejects an orderAmount above the range's minPrice, because a promotion must never
 * raise a price.
 */
export function onePriceRules({ money }: RuleFields) {
  const range = z
    .strictObject({
      minPrice: money.describe('Lowest price of the range, inclusive.'),
      maxPrice: money.describe('Highest price of the range, inclusive.'),
      orderAmount: money.describe('New price of the range.'),
    })
    .refine((rule) => rule.orderAmount <= rule.minPrice, {
      path: ['orderAmount'],
      message: 'must not exceed minPrice, or the promotion would raise a price',
    })
    .refine((rule) => rule.minPrice <= rule.maxPrice, {
      path: ['maxPrice'],
      message: 'must not be below minPrice',
    });
  return z.strictObject({
    type: z
      .number()
      .int()
      .describe('2: rangeRules apply. Any other number: orderAmount replaces every higher price.'),
    orderAmount: money.default(0).describe('New price.'),
    rangeRules: z
      .array(range)
      .max(100)
      .default([])
      .describe('Price ranges with their new prices; the first matching range applies.'),
  });
}
export type OnePriceRules = z.output<ReturnType<typeof onePriceRules>>;

/**
 * Returns the unit price under one promotion, in minor units. Range bounds are inclusive, the first matching range wins, and a
 * price outside all ranges is unchanged (PRICE-19, PRICE-20).
 * @param price sale price of the variant, without customisation
 */
export function applyOnePrice(rules: OnePriceRules, price: number): number {
  if (rules.type !== 2) return Math.min(price, rules.orderAmount);
  const match = rules.rangeRules.find((rule) => rule.minPrice <= price && price <= rule.maxPrice);
  return match ? match.orderAmount : price;
}

export const onePriceKind = definePromotionKind({
  name: promotionKinds.onePrice,
  discountType: 3,
  step: 'unit',
  rules: onePriceRules,
  offer: (rules) => ({ priceOf: (price) => applyOnePrice(rules, price) }),
});
