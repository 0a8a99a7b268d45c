/** One-price promotions (R109): a fixed unit price for the products in range. Pure; amounts are minor units. */
import { z } from 'zod';
import { isActive, isInRange, type ProductCollections, type Promotion } from './promotion.ts';

const minor = z.number().int().min(0);

/** orderOnePriceConfig. A price may never rise: an orderAmount above its minPrice is refused. */
export const onePriceRules = z
  .object({
    /** 2: by price ranges; any other: every price at or above orderAmount. */
    type: z.number().int(),
    orderAmount: minor.default(0),
    rangeRules: z.array(z.object({ minPrice: minor, maxPrice: minor, orderAmount: minor })).default([]),
  })
  .refine(
    (rules) => rules.type !== 2 || rules.rangeRules.every((rule) => rule.orderAmount <= rule.minPrice),
    {
      path: ['rangeRules'],
      message: 'orderAmount must not exceed minPrice, or the promotion would raise a price',
    },
  );
export type OnePriceRules = z.output<typeof onePriceRules>;

/**
 * The unit price under one promotion: bounds inclusive, the first matching rule wins, no match keeps the price.
 * @param price sale price of the variant, without customisation
 */
export function onePrice(rules: OnePriceRules, price: number): number {
  if (rules.type !== 2) return price >= rules.orderAmount ? rules.orderAmount : price;
  const match = rules.rangeRules.find((rule) => rule.minPrice <= price && price <= rule.maxPrice);
  return match ? match.orderAmount : price;
}

/** A one-price promotion with its rules read. */
export interface OnePricePromotion {
  promotion: Promotion;
  rules: OnePriceRules;
}

/** The one-price promotions among these that are active; rows whose rules do not fit are left out. */
export function activeOnePrices(promotions: readonly Promotion[], now: number): OnePricePromotion[] {
  return promotions
    .filter((promotion) => promotion.discountType === 3 && isActive(promotion, now))
    .flatMap((promotion) => {
      const rules = onePriceRules.safeParse(promotion.rules);
      return rules.success ? [{ promotion, rules: rules.data }] : [];
    });
}

/** The lowest price any of them gives this product; `price` itself when none applies. */
export function lowestOnePrice(
  onePrices: readonly OnePricePromotion[],
  productId: number,
  collections: ProductCollections,
  price: number,
): number {
  const prices = onePrices
    .filter(({ promotion }) => isInRange(promotion, productId, collections))
    .map(({ rules }) => onePrice(rules, price));
  return Math.min(price, ...prices);
}
