/** The discount that one promotion gives on some bag lines: the result of pricing steps 2, 3 and 5. Pure; amounts are in minor units. */

import type { PricedLine } from './priced-bag.ts';
import type { ActivePromotion, OfferLine } from './promotion-kind.ts';
import type { PromotionMessage } from './promotion-message.ts';

/** A bag line that counts towards totals and thresholds: it is selected, available and not a gift. */
export interface EligibleLine extends OfferLine {
  /** Position of the line among all counted lines in canonical order (price-bag.ts); also its index in arrays of per-line data. */
  at: number;
  source: PricedLine;
}

export interface AppliedDiscount {
  active: ActivePromotion;
  lines: readonly EligibleLine[];
  /** Share of the discount for each line of `lines`; the shares add up to `discount`. */
  lineDiscounts: readonly number[];
  discount: number;
  /** 1: the discount applies. 2: the promotion claims the lines, but the bag needs more of its products to get a discount (tying). */
  status: 1 | 2;
  /** Message about the next discount tier; null if there is none. */
  next: PromotionMessage | null;
}

export function sumDiscounts(appliedDiscounts: readonly AppliedDiscount[]): number {
  return appliedDiscounts.reduce((sum, { discount }) => sum + discount, 0);
}
