/** What one promotion takes off some lines: every step after the first answers with these. Pure; minor units. */

import type { Hint } from './hint.ts';
import type { Active, OfferLine } from './kind.ts';
import type { PricedLine } from './priced-bag.ts';

/** A selected, available line that is no gift, at its place in the canonical order. */
export interface CountedLine extends OfferLine {
  /** Its place, so that what is known of lines stands in arrays. */
  at: number;
  source: PricedLine;
}

export interface AppliedDiscount {
  active: Active;
  lines: readonly CountedLine[];
  /** One for each line; they add up to the discount. */
  shares: readonly number[];
  discount: number;
  /** 2: the lines are its own, but more is needed for a discount (tying). */
  status: 1 | 2;
  /** What the next step asks for. */
  next: Hint | null;
}

export function totalOf(appliedDiscounts: readonly AppliedDiscount[]): number {
  return appliedDiscounts.reduce((sum, { discount }) => sum + discount, 0);
}
