/** Determines why a bag line cannot be bought (PRICE-05 to PRICE-11). Pure. */
import type { VariantRecord } from '../catalog/records.ts';
import { saleStatus } from '../catalog/stock.ts';
import type { BagLine, LineProblem } from './priced-bag.ts';

export interface LineChecks {
  /** Whether the line's options and customisation are still valid for the product. */
  isCustomisationValid: boolean;
  /** Units of the variant that remain in stock after earlier bag lines. */
  remaining: number;
  /** Whether the bag has reached the gift tier that allows this gift line; ignored for other lines. */
  isGiftAllowed: boolean;
  /** Whether the line's bundle group matches an active promotion; true for lines outside a group. */
  isGroupValid: boolean;
}

/** Returns the problem of a bag line; if there are several, the one that is least likely to be resolved; '' if there is none. */
export function lineProblem(line: BagLine, variant: VariantRecord | null, facts: LineChecks): LineProblem {
  // Check this first: a gift is removed only if the bag falls below the threshold of the gift's promotion tier (GIFT-06, R34).
  if (line.isGift && !facts.isGiftAllowed) return 'gift_lost';
  if (!variant || variant.isDeleted) return 'deleted';
  if (variant.productId !== line.productId) return 'changed';
  if (!variant.isPublished) return 'unpublished';
  if (variant.isPresale && !line.isPreSale) return 'presale';
  if (!facts.isCustomisationValid || !facts.isGroupValid) return 'changed';
  if (saleStatus(variant) === 0) return 'sold_out';
  if (line.quantity > facts.remaining) return line.isGift ? 'sold_out' : 'not_enough';
  return '';
}

/**
 * Returns 1 if the line is available, 0 if not. A line that exceeds the stock stays available, because fewer units can still be
 * bought.
 */
export function lineStatus(problem: LineProblem): 0 | 1 {
  return problem === '' || problem === 'not_enough' ? 1 : 0;
}
