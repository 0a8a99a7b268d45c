/** Tying promotion (R105): a main product bought together with other products; the more different products, the higher the tier. */
import { z } from 'zod';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import { groupDiscount, sumLineAmounts } from '../group-discount.ts';
import { definePromotionKind } from '../promotion-kind.ts';
import { findReachedStep, nextTierMessage } from '../promotion-message.ts';
import { areUnique, countSchema, percentSchema, type RuleFields } from '../rule-fields.ts';

function tyingRules({ money, product }: RuleFields) {
  const tier = z.discriminatedUnion('mode', [
    z.strictObject({
      count: countSchema.min(2).describe('Number of different products from which the step applies.'),
      mode: z.literal('percent').describe('Meaning of `value`: percent or amount_off.'),
      value: percentSchema.describe('Discount, percent.'),
    }),
    z.strictObject({
      count: countSchema.min(2),
      mode: z.literal('amount_off'),
      value: money.describe('Discount on each set.'),
    }),
  ]);
  return z
    .strictObject({
      main_product_ids: z.array(product).min(1).max(1000).describe('Handles of the main products.'),
      items: z
        .array(z.strictObject({ product_id: product.describe('Handle of the product.') }))
        .min(1)
        .max(50)
        .describe('Products that go with a main product.'),
      tiers: z
        .array(tier)
        .min(1)
        .max(50)
        .refine((all) => areUnique(all.map((entry) => entry.count)), 'contains the same count twice')
        .describe('Steps; the highest one reached applies.'),
    })
    .refine(
      ({ main_product_ids, items }) =>
        areUnique([...new Set(main_product_ids), ...items.map((item) => item.product_id)]),
      { path: ['items'], message: 'contains a product twice, or a main product' },
    );
}
export type TyingRules = z.output<ReturnType<typeof tyingRules>>;

export const tyingKind = definePromotionKind({
  name: promotionKinds.tying,
  discountType: 4,
  step: 'group',
  codePrefix: 'TY',
  rules: tyingRules,
  offer: (rules) => {
    const main = new Set(rules.main_product_ids);
    const tied = new Set(rules.items.map((item) => item.product_id));
    const tiers = rules.tiers
      .map((tier) => ({ ...tier, min: tier.count }))
      .toSorted((left, right) => left.min - right.min);
    return {
      products: [...main, ...tied],
      variants: [],
      match(lines) {
        const products = new Set(lines.map((line) => line.productId));
        const sets = lines[0]?.quantity ?? 0;
        const fits =
          products.size === lines.length &&
          lines.every(({ productId, quantity }) =>
            quantity === sets ? main.has(productId) || tied.has(productId) : false,
          ) &&
          lines.filter(({ productId }) => main.has(productId)).length === 1;
        if (!fits) return null;
        const reached = findReachedStep(tiers, products.size);
        const tier = tiers[reached];
        const further = tiers[reached + 1];
        return {
          discount: tier ? groupDiscount(tier.mode, tier.value, sumLineAmounts(lines), sets) : 0,
          isAchieved: tier !== undefined,
          next:
            further && products.size < tied.size + 1
              ? nextTierMessage(further, products.size, { isMoney: false, mode: further.mode, verb: 'Add' })
              : null,
        };
      },
    };
  },
});
