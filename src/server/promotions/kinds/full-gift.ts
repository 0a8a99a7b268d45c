/** Full-gift promotion (R108): a free gift when the bag reaches a minimum amount or quantity. */
import { z } from 'zod';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import { type ConditionMeasure, conditionMinSchema } from '../condition-measure.ts';
import { definePromotionKind } from '../promotion-kind.ts';
import { areUnique, type RuleFields } from '../rule-fields.ts';

function fullGiftRules(fields: RuleFields) {
  const gift = z.strictObject({
    product_id: fields.product.describe('Handle of the gift.'),
    variant_id: fields.variant.describe('SKU of the gift’s variant.'),
    auto_car: z
      .number()
      .int()
      .min(0)
      .max(99)
      .default(1)
      .describe('Number of gifts that are added automatically. 0: the shopper chooses.'),
  });
  const by = <const By extends ConditionMeasure>(condition: By) =>
    z.strictObject({
      condition: z.literal(condition).describe('The unit of min: amount or quantity.'),
      steps: z
        .array(
          z.strictObject({
            position: z.number().int().min(0).max(1000).describe('Number of the step, unique.'),
            min: conditionMinSchema(condition, fields).describe(
              'Amount, or number of items, from which the step applies.',
            ),
            gifts: z
              .array(gift)
              .min(1)
              .max(20)
              .refine((all) => areUnique(all.map((entry) => entry.variant_id)), 'contains a variant twice')
              .describe('Gifts of the step.'),
          }),
        )
        .min(1)
        .max(20)
        .refine((all) => areUnique(all.map((step) => step.position)), 'contains the same position twice')
        .refine((all) => areUnique(all.map((step) => step.min)), 'contains the same min twice')
        .describe('Steps.'),
    });
  return z.discriminatedUnion('condition', [by('amount'), by('quantity')]);
}

export const fullGiftKind = definePromotionKind({
  name: promotionKinds.fullGift,
  discountType: 7,
  step: 'gift',
  rules: fullGiftRules,
  offer: ({ condition, steps }) => ({
    condition,
    steps: steps.toSorted((left, right) => left.min - right.min),
  }),
});
