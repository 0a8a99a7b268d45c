/** Coupon promotion (R102): a code that discounts the lines in the promotion's range. */
import { z } from 'zod';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import { percentOf } from '#lib/money/decimal.ts';
import { conditionValue } from '../condition-measure.ts';
import { definePromotionKind } from '../promotion-kind.ts';
import { percentSchema, type RuleFields } from '../rule-fields.ts';

function couponRules({ money }: RuleFields) {
  const common = {
    max_discount: money.nullable().default(null).describe('Largest discount. null: no limit.'),
    stack: z
      .boolean()
      .default(false)
      .describe('true: the code also applies to lines that have another discount.'),
    auto_fill: z.boolean().default(false).describe('true: the bag offers the code automatically.'),
  };
  const amount = {
    condition: z.literal('amount').default('amount').describe('The unit of min: amount or quantity.'),
    min: money.default(0).describe('Smallest amount of the products.'),
  };
  const quantity = {
    condition: z.literal('quantity'),
    min: z.number().int().min(0).max(9999).default(0).describe('Smallest number of items.'),
  };
  const off = {
    mode: z.literal('amount_off').describe('Meaning of `value`: amount_off or percent.'),
    value: money.describe('Discount.'),
  };
  const part = { mode: z.literal('percent'), value: percentSchema.describe('Discount, percent.') };
  const by = <Measure extends z.ZodRawShape>(measure: Measure) =>
    z.discriminatedUnion('mode', [
      z.strictObject({ ...measure, ...off, ...common }),
      z.strictObject({ ...measure, ...part, ...common }),
    ]);
  return z.discriminatedUnion('condition', [by(amount), by(quantity)]);
}

export const couponKind = definePromotionKind({
  name: promotionKinds.coupon,
  discountType: 2,
  step: 'coupon',
  rules: couponRules,
  offer: ({ condition, min, mode, value, max_discount, stack, auto_fill }) => ({
    stacks: stack,
    fillsItself: auto_fill,
    condition,
    min,
    compute(amount, quantity) {
      if (conditionValue(condition, amount, quantity) < min) return null;
      const off = mode === 'percent' ? percentOf(amount, value) : value;
      return Math.min(off, amount, max_discount ?? amount);
    },
  }),
});
