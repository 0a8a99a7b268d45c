/** Why a bag line cannot be bought as it is (PRICE-05 to PRICE-11). Pure. */
import type { VariantRecord } from '../catalog/records.ts';
import { saleStatus } from '../catalog/stock.ts';
import type { BagLine, LineProblem } from './priced-bag.ts';

export interface LineFacts {
  /** The line's options and customisation still fit the product. */
  tailorFits: boolean;
  /** Pieces of the variant that the lines before it leave. */
  left: number;
  /** An achieved gift step allows this gift line; not read for other lines. */
  isGiftAllowed: boolean;
  /** The line's bundle group is what an active promotion asks for; true for plain lines. */
  isGroupValid: boolean;
}

/** The first thing that is wrong, the most lasting first; '' when nothing is. */
export function lineProblem(line: BagLine, variant: VariantRecord | null, facts: LineFacts): LineProblem {
  // Whatever became of the gift itself: without its step it leaves the bag (GIFT-06), which nothing else makes it do (R34).
  if (line.isGift && !facts.isGiftAllowed) return 'gift_lost';
  if (!variant || variant.isDeleted) return 'deleted';
  if (variant.productId !== line.productId) return 'changed';
  if (!variant.isPublished) return 'unpublished';
  if (variant.isPresale && !line.isPreSale) return 'presale';
  if (!facts.tailorFits || !facts.isGroupValid) return 'changed';
  if (saleStatus(variant) === 0) return 'sold_out';
  if (line.quantity > facts.left) return line.isGift ? 'sold_out' : 'not_enough';
  return '';
}

/** 1 on sale, 0 unavailable. A line of more pieces than are left stays available: fewer can be bought. */
export function lineStatus(problem: LineProblem): 0 | 1 {
  return problem === '' || problem === 'not_enough' ? 1 : 0;
}
