/** View model of a product card: badge, previous price, quick-add action and thumbnails. Pure. */
import type { ProductCardData } from '../contract/product.ts';

/** Badge of a product card. A card has at most one, because shoppers only glance at it; availability takes precedence over sale and new. */
export type CardBadge = 'soldOut' | 'preOrder' | 'sale' | 'newHere' | null;

/**
 * Action of a card's quick-add button. `none`: sold out. `page`: opens the product page, for pre-orders and customisable products (R33).
 * `add`: adds the product to the bag immediately (CARD-10). `choose`: opens the variant picker (CARD-11).
 */
export type QuickAddAction = 'none' | 'page' | 'add' | 'choose';

/** Maximum number of thumbnails on a card; how many of them are visible depends on the card's width (CARD-06). */
export const maxThumbs = 12;

/** Number of thumbnails that fit on every card, even on the narrowest phone. */
const alwaysShown = 3;

type Thumb = ProductCardData['options_image'][number];

export interface ProductCardView {
  badge: CardBadge;
  /** Struck-through price; null if there is none (CARD-02). */
  was: number | null;
  quickAdd: QuickAddAction;
  /** Thumbnails of the card; empty if the product has fewer than two. */
  thumbs: Thumb[];
  /**
   * Link after the thumbnails if some may not fit. `counted`: the stylesheet inserts their number, which depends on the card's width.
   * `many`: a plus sign without a number, because the product has more than `maxThumbs` thumbnails. null: no link, because all thumbnails
   * fit on every card.
   */
  rest: 'counted' | 'many' | null;
}

export function toProductCardView(product: ProductCardData): ProductCardView {
  const { sale_price: price, compare_at_price: compareAt, original_price: original } = product;
  const was = getStrikethroughPrice(price, compareAt, original);
  const thumbs = product.options_image.filter((thumb) => thumb.styleValue || thumb.picture);
  return {
    badge: badgeOf(product, was !== null || product.reduced !== undefined),
    was,
    quickAdd: quickAddOf(product),
    thumbs: thumbs.length > 1 ? thumbs.slice(0, maxThumbs) : [],
    rest: thumbs.length > maxThumbs ? 'many' : thumbs.length > alwaysShown ? 'counted' : null,
  };
}

/**
 * Returns the struck-through price: the higher of compare-at price and price without promotions (CARD-02).
 * @returns null unless it exceeds the price
 */
export function getStrikethroughPrice(
  price: number,
  compareAt: number | null,
  original: number,
): number | null {
  const before = Math.max(compareAt ?? 0, original);
  return before > price ? before : null;
}

function badgeOf({ sale_status, isPreSale, isNew }: ProductCardData, isSale: boolean): CardBadge {
  if (sale_status === 0) return 'soldOut';
  if (isPreSale) return 'preOrder';
  if (isSale) return 'sale';
  return isNew ? 'newHere' : null;
}

function quickAddOf({
  sale_status,
  isPreSale,
  has_custom_props,
  noOptions,
}: ProductCardData): QuickAddAction {
  if (sale_status === 0) return 'none';
  if (isPreSale || has_custom_props) return 'page';
  return noOptions ? 'add' : 'choose';
}
