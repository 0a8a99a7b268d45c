/** Tier promotion (R101): the more a shopper buys of the products in the promotion's range, the larger the discount. */
import { z } from 'zod';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import { percentOf } from '#lib/money/decimal.ts';
import { type ConditionMeasure, conditionMinSchema, conditionValue } from '../condition-measure.ts';
import { definePromotionKind } from '../promotion-kind.ts';
import { findReachedStep, nextTierMessage } from '../promotion-message.ts';
import { areUnique, percentSchema, type RuleFields } from '../rule-fields.ts';

function tierRules(fields: RuleFields) {
  const tiers = (condition: ConditionMeasure, value: z.ZodType<number, unknown>) =>
    z
      .array(
        z.strictObject({
          min: conditionMinSchema(condition, fields).describe(
            'Amount, or number of items, from which the step applies.',
          ),
          value: value.describe('Discount: percent, or an amount.'),
        }),
      )
      .min(1)
      .max(50)
      .refine((all) => areUnique(all.map((tier) => tier.min)), 'contains the same min twice')
      .describe('Steps; the highest one reached applies.');
  const by = <const By extends ConditionMeasure>(condition: By) =>
    z.discriminatedUnion('mode', [
      z.strictObject({
        condition: z.literal(condition).describe('The unit of min: amount or quantity.'),
        mode: z.literal('percent').describe('Meaning of `value`: percent or amount_off.'),
        tiers: tiers(condition, percentSchema),
      }),
      z.strictObject({
        condition: z.literal(condition),
        mode: z.literal('amount_off'),
        tiers: tiers(condition, fields.money),
      }),
    ]);
  return z.discriminatedUnion('condition', [by('amount'), by('quantity')]);
}

export const tierKind = definePromotionKind({
  name: promotionKinds.tier,
  discountType: 1,
  step: 'bag',
  rules: tierRules,
  offer: ({ condition, mode, tiers: unsorted }) => {
    const tiers = unsorted.toSorted((left, right) => left.min - right.min);
    return {
      compute(amount, quantity) {
        const measure = conditionValue(condition, amount, quantity);
        const reached = findReachedStep(tiers, measure);
        const tier = tiers[reached];
        const next = tiers[reached + 1];
        const off = !tier ? 0 : mode === 'percent' ? percentOf(amount, tier.value) : tier.value;
        return {
          discount: Math.min(off, amount),
          isAchieved: tier !== undefined,
          next: next ? nextTierMessage(next, measure, { isMoney: condition === 'amount', mode }) : null,
        };
      },
    };
  },
});
