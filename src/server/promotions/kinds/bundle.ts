/** Bundle (R103): products sold together under a code; the shopper picks the variant of each. */
import { z } from 'zod';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import { matchSets } from '../group-discount.ts';
import { defineKind } from '../kind.ts';
import { areUnique, count, percent, type RuleFields } from '../rule-fields.ts';

function bundleRules({ money, product }: RuleFields) {
  const items = z
    .array(
      z.strictObject({
        product_id: product.describe('Handle of the product.'),
        quantity: count.default(1).describe('Number of items per set.'),
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
    z.strictObject({ mode: z.literal('percent'), items, value: percent.describe('Discount, percent.') }),
  ]);
}

export const bundleKind = defineKind({
  name: promotionKinds.bundle,
  discountType: 2,
  step: 'group',
  rules: bundleRules,
  offer: ({ items, mode, value }) => {
    const quantities = new Map(items.map((item) => [item.product_id, item.quantity]));
    return {
      products: [...quantities.keys()],
      variants: [],
      match: matchSets(quantities, ({ productId }) => productId, mode, value),
    };
  },
});
