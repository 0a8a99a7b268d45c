/** SKU bundle promotion (R104): a fixed set of variants sold together at one price. */
import { z } from 'zod';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import { createSetMatcher } from '../group-discount.ts';
import { definePromotionKind } from '../promotion-kind.ts';
import { areUnique, countSchema, type RuleFields } from '../rule-fields.ts';

function skuBundleRules({ money, variant }: RuleFields) {
  return z.strictObject({
    items: z
      .array(
        z.strictObject({
          variant_id: variant.describe('SKU of the variant.'),
          quantity: countSchema.default(1).describe('Number of items per set.'),
        }),
      )
      .min(2)
      .max(50)
      .refine((all) => areUnique(all.map((item) => item.variant_id)), 'contains a variant twice')
      .describe('Variants of the set.'),
    price: money.describe('Price of one set.'),
  });
}

export const skuBundleKind = definePromotionKind({
  name: promotionKinds.skuBundle,
  discountType: 10,
  step: 'group',
  codePrefix: 'SB',
  rules: skuBundleRules,
  offer: ({ items, price }) => {
    const quantities = new Map(items.map((item) => [item.variant_id, item.quantity]));
    return {
      products: [],
      variants: [...quantities.keys()],
      match: createSetMatcher(quantities, ({ variantId }) => variantId, 'fixed_price', price),
    };
  },
});
