/** The discount of one promotion on some lines, as returned by every step after the first. Pure; minor units. */

import type { PricedLine } from './priced-bag.ts';
import type { ActivePromotion, OfferLine } from './promotion-kind.ts';
import type { PromotionMessage } from './promotion-message.ts';

/** A line that counts (selected, available, no gift) in canonical order. */
export interface EligibleLine extends OfferLine {
  /** Index in canonical order, for arrays with data of lines. */
  at: number;
  source: PricedLine;
}

export interface AppliedDiscount {
  active: ActivePromotion;
  lines: readonly EligibleLine[];
  /** One for each line; they add up to the discount. */
  shares: readonly number[];
  discount: number;
  /** 2: the promotion claims the lines, but a discount requires more (tying). */
  status: 1 | 2;
  /** Message about the next tier. */
  next: PromotionMessage | null;
}

export function sumDiscounts(appliedDiscounts: readonly AppliedDiscount[]): number {
  return appliedDiscounts.reduce((sum, { discount }) => sum + discount, 0);
}
