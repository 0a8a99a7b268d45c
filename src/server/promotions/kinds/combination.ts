/** Combination promotion (R107): any N units from a pool of products, for a fixed price or a percentage off. */
import { z } from 'zod';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import { groupDiscount, sumLineAmounts } from '../group-discount.ts';
import { definePromotionKind } from '../promotion-kind.ts';
import { countSchema, percentSchema, type RuleFields } from '../rule-fields.ts';

function combinationRules({ money, product }: RuleFields) {
  const pool = {
    product_ids: z.array(product).min(1).max(1000).describe('Handles of the products to choose from.'),
    pick: countSchema.min(2).describe('Number of items per set.'),
  };
  return z.discriminatedUnion('mode', [
    z.strictObject({
      mode: z.literal('fixed_price').describe('Meaning of `value`: fixed_price or percent.'),
      ...pool,
      value: money.describe('Price of one set.'),
    }),
    z.strictObject({
      mode: z.literal('percent'),
      ...pool,
      value: percentSchema.describe('Discount, percent.'),
    }),
  ]);
}

export const combinationKind = definePromotionKind({
  name: promotionKinds.combination,
  discountType: 6,
  step: 'group',
  codePrefix: 'CB',
  rules: combinationRules,
  offer: ({ product_ids, pick, mode, value }) => {
    const pool = new Set(product_ids);
    return {
      products: [...pool],
      variants: [],
      match(lines) {
        const quantity = lines.reduce((all, line) => all + line.quantity, 0);
        const sets = quantity / pick;
        if (quantity === 0 || !Number.isInteger(sets) || !lines.every(({ productId }) => pool.has(productId)))
          return null;
        return {
          discount: groupDiscount(mode, value, sumLineAmounts(lines), sets),
          isAchieved: true,
          next: null,
        };
      },
    };
  },
});
