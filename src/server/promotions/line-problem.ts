/** Why a bag line cannot be bought as it is (PRICE-05 to PRICE-11). Pure. */
import type { VariantRecord } from '../catalog/records.ts';
import { saleStatus } from '../catalog/stock.ts';
import type { BagLine, LineProblem } from './priced-bag.ts';

export interface LineChecks {
  /** The line's options and customisation still fit the product. */
  isCustomisationValid: boolean;
  /** Units of the variant that earlier lines leave. */
  remaining: number;
  /** An achieved gift step allows this gift line; ignored for other lines. */
  isGiftAllowed: boolean;
  /** The line's bundle group matches an active promotion; true for plain lines. */
  isGroupValid: boolean;
}

/** Returns the most permanent problem of the line; '' if there is none. */
export function lineProblem(line: BagLine, variant: VariantRecord | null, facts: LineChecks): LineProblem {
  // Checked first, whatever else is wrong with the gift: it leaves the bag if its step is lost (GIFT-06), and only then (R34).
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

/** 1 on sale, 0 unavailable. A line that exceeds the stock stays available, because fewer units can be bought. */
export function lineStatus(problem: LineProblem): 0 | 1 {
  return problem === '' || problem === 'not_enough' ? 1 : 0;
}
