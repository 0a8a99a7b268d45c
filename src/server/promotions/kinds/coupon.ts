/** Coupon (R102): a code that takes something off the lines in its range. */
import { z } from 'zod';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import { percentOf } from '#lib/money/decimal.ts';
import { defineKind } from '../kind.ts';
import { measured } from '../measure.ts';
import { percent, type RuleFields } from '../rule-fields.ts';

function couponRules({ money }: RuleFields) {
  const common = {
    max_discount: money.nullable().default(null),
    stack: z.boolean().default(false),
    auto_fill: z.boolean().default(false),
  };
  const amount = { condition: z.literal('amount').default('amount'), min: money.default(0) };
  const quantity = { condition: z.literal('quantity'), min: z.number().int().min(0).max(9999).default(0) };
  const off = { mode: z.literal('amount_off'), value: money };
  const part = { mode: z.literal('percent'), value: percent };
  const by = <Measure extends z.ZodRawShape>(measure: Measure) =>
    z.discriminatedUnion('mode', [
      z.strictObject({ ...measure, ...off, ...common }),
      z.strictObject({ ...measure, ...part, ...common }),
    ]);
  return z.discriminatedUnion('condition', [by(amount), by(quantity)]);
}

export const couponKind = defineKind({
  name: promotionKinds.coupon,
  discountType: 2,
  step: 'coupon',
  rules: couponRules,
  offer: ({ condition, min, mode, value, max_discount, stack, auto_fill }) => ({
    stacks: stack,
    fillsItself: auto_fill,
    compute(amount, pieces) {
      if (measured(condition, amount, pieces) < min) return null;
      const off = mode === 'percent' ? percentOf(amount, value) : value;
      return Math.min(off, amount, max_discount ?? amount);
    },
  }),
});
