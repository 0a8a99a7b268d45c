/**
 * multi_spec promotion (R106): a discount on every unit of a product. The tier depends on how many units, or different variants,
 * are bought.
 */
import { z } from 'zod';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import { percentOf } from '#lib/money/decimal.ts';
import { definePromotionKind, type OfferLine } from '../promotion-kind.ts';
import { findReachedStep, nextTierMessage } from '../promotion-message.ts';
import { areUnique, countSchema, percentSchema, type RuleFields } from '../rule-fields.ts';

function multiSpecRules({ money }: RuleFields) {
  const tier = z.discriminatedUnion('mode', [
    z.strictObject({
      min: countSchema.describe('Number of items or variants from which the step applies.'),
      mode: z.literal('percent').describe('Meaning of `value`: percent or amount_off.'),
      value: percentSchema.describe('Discount, percent.'),
    }),
    z.strictObject({
      min: countSchema,
      mode: z.literal('amount_off'),
      value: money.describe('Discount on each item.'),
    }),
  ]);
  return z.strictObject({
    count_by: z.enum(['piece', 'variant']).describe('The unit of min: items, or different variants.'),
    tiers: z
      .array(tier)
      .min(1)
      .max(50)
      .refine((all) => areUnique(all.map((entry) => entry.min)), 'contains the same min twice')
      .describe('Steps.'),
  });
}

export const multiSpecKind = definePromotionKind({
  name: promotionKinds.multiSpec,
  discountType: 5,
  step: 'product',
  rules: multiSpecRules,
  offer: (rules) => {
    const tiers = rules.tiers.toSorted((left, right) => left.min - right.min);
    const measureOf = (lines: readonly OfferLine[]) =>
      rules.count_by === 'piece'
        ? lines.reduce((all, line) => all + line.quantity, 0)
        : new Set(lines.map((line) => line.variantId)).size;
    return {
      compute(lines) {
        const tier = tiers[findReachedStep(tiers, measureOf(lines))];
        if (!tier) return null;
        const offPiece = (price: number) =>
          Math.min(price, tier.mode === 'percent' ? percentOf(price, tier.value) : tier.value);
        return lines.map((line) => offPiece(line.unitPrice) * line.quantity);
      },
      next(lines) {
        const measure = measureOf(lines);
        const next = tiers[findReachedStep(tiers, measure) + 1];
        return next ? nextTierMessage(next, measure, { isMoney: false, mode: next.mode }) : null;
      },
    };
  },
});
