/** Bundle promotion (R103): products sold together under one code; the shopper picks a variant of each product. */
import { z } from 'zod';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import { createSetMatcher } from '../group-discount.ts';
import { definePromotionKind } from '../promotion-kind.ts';
import { areUnique, countSchema, percentSchema, type RuleFields } from '../rule-fields.ts';

function bundleRules({ money, product }: RuleFields) {
  const items = z
    .array(
      z.strictObject({
        product_id: product.describe('Handle of the product.'),
        quantity: countSchema.default(1).describe('Number of items per set.'),
      }),
    )
    .min(2)
    .max(50)
    .refine((all) => areUnique(all.map((item) => item.product_id)), 'contains a product twice')
    .describe('Products of the set.');
  return z.discriminatedUnion('mode', [
    z.strictObject({
      mode: z.literal('fixed_price').describe('Meaning of `value`: fixed_price, amount_off or percent.'),
      items,
      value: money.describe('Price of one set.'),
    }),
    z.strictObject({ mode: z.literal('amount_off'), items, value: money.describe('Discount on each set.') }),
    z.strictObject({
      mode: z.literal('percent'),
      items,
      value: percentSchema.describe('Discount, percent.'),
    }),
  ]);
}

export const bundleKind = definePromotionKind({
  name: promotionKinds.bundle,
  discountType: 2,
  step: 'group',
  rules: bundleRules,
  offer: ({ items, mode, value }) => {
    const quantities = new Map(items.map((item) => [item.product_id, item.quantity]));
    return {
      products: [...quantities.keys()],
      variants: [],
      match: createSetMatcher(quantities, ({ productId }) => productId, mode, value),
    };
  },
});
