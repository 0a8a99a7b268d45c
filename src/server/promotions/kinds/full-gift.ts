/** Full gift (R108): who buys enough is given something. */
import { z } from 'zod';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import { defineKind } from '../kind.ts';
import { type Condition, minOf } from '../measure.ts';
import { areUnique, type RuleFields } from '../rule-fields.ts';

function fullGiftRules(fields: RuleFields) {
  const gift = z.strictObject({
    product_id: fields.product,
    variant_id: fields.variant,
    /** How many lines are added by themselves; 0: the shopper chooses. */
    auto_car: z.number().int().min(0).max(99).default(1),
  });
  const by = <const By extends Condition>(condition: By) =>
    z.strictObject({
      condition: z.literal(condition),
      steps: z
        .array(
          z.strictObject({
            position: z.number().int().min(0).max(1000),
            min: minOf(condition, fields),
            gifts: z
              .array(gift)
              .min(1)
              .max(20)
              .refine((all) => areUnique(all.map((entry) => entry.variant_id)), 'names a variant twice'),
          }),
        )
        .min(1)
        .max(20)
        .refine((all) => areUnique(all.map((step) => step.position)), 'names a position twice')
        .refine((all) => areUnique(all.map((step) => step.min)), 'names a min twice'),
    });
  return z.discriminatedUnion('condition', [by('amount'), by('quantity')]);
}

export const fullGiftKind = defineKind({
  name: promotionKinds.fullGift,
  discountType: 7,
  step: 'gift',
  rules: fullGiftRules,
  offer: ({ condition, steps }) => ({
    condition,
    steps: steps.toSorted((left, right) => left.min - right.min),
  }),
});
