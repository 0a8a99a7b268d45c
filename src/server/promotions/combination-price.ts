/** What picked variants cost as a combination, before they are in a bag (R107). Pure; minor units. */
import type { VariantRecord } from '../catalog/records.ts';
import { amountOf } from './group-discount.ts';
import { combinationKind } from './kinds/combination.ts';
import type { Promotion } from './promotion.ts';

/**
 * @param picked a variant for each piece; no whole number of sets has no discount yet
 * @param priceOf unit price after one-price promotions
 */
export function priceCombination(
  promotion: Promotion,
  picked: readonly VariantRecord[],
  priceOf: (variant: VariantRecord) => number,
): { amount: number; discount: number } {
  const lines = picked.map((variant) => {
    const unitPrice = priceOf(variant);
    return {
      productId: variant.productId,
      variantId: variant.id,
      quantity: 1,
      unitPrice,
      amount: unitPrice,
    };
  });
  const match = combinationKind.read(promotion.rules)?.match(lines);
  return { amount: amountOf(lines), discount: match?.discount ?? 0 };
}
