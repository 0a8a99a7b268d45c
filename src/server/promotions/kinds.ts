/** Lists all promotion types (R100). */

import { bundleKind } from './kinds/bundle.ts';
import { combinationKind } from './kinds/combination.ts';
import { couponKind } from './kinds/coupon.ts';
import { fullGiftKind } from './kinds/full-gift.ts';
import { multiSpecKind } from './kinds/multi-spec.ts';
import { onePriceKind } from './kinds/one-price.ts';
import { skuBundleKind } from './kinds/sku-bundle.ts';
import { tierKind } from './kinds/tier.ts';
import { tyingKind } from './kinds/tying.ts';
import type { AnyPromotionKind } from './promotion-kind.ts';

export const allPromotionKinds: readonly AnyPromotionKind[] = [
  tierKind,
  couponKind,
  bundleKind,
  onePriceKind,
  tyingKind,
  multiSpecKind,
  combinationKind,
  fullGiftKind,
  skuBundleKind,
];

/** Promotion types by their name in the database column `kind`. */
export const promotionKindByName: ReadonlyMap<string, AnyPromotionKind> = new Map<string, AnyPromotionKind>(
  allPromotionKinds.map((kind) => [kind.name, kind]),
);

/** Derives the discount_type of a group from its code, for groups without an active promotion. */
export function discountTypeFromCode(code: string): number {
  const prefixed = allPromotionKinds.find(
    ({ codePrefix }) => codePrefix !== undefined && new RegExp(`^${codePrefix}\\d+$`).test(code),
  );
  return prefixed?.discountType ?? bundleKind.discountType;
}
