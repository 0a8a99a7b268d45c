/** Facts of a product card: badge, previous price, quick-add action and thumbnails. Pure. */
import type { ProductCardData } from '../contract/product.ts';

/** At most one badge, because shoppers only glance at a card. Reasons that prevent a purchase come first. */
export type CardBadge = 'soldOut' | 'preOrder' | 'sale' | 'newHere' | null;

/**
 * `none`: sold out. `page`: needs choices or a pre-order on the product page (R33). `add`: goes into the bag at once (CARD-10).
 * `choose`: opens the variant picker (CARD-11).
 */
export type QuickAddAction = 'none' | 'page' | 'add' | 'choose';

/** Maximum number of thumbnails on a card; the card's width decides how many of them show (CARD-06). */
export const maxThumbs = 12;

/** Number of thumbnails that fit on every card, even on the narrowest phone. */
const alwaysShown = 3;

type Thumb = ProductCardData['options_image'][number];

export interface ProductCardView {
  badge: CardBadge;
  /** Struck-through amount, null if there is none (CARD-02). */
  was: number | null;
  quickAdd: QuickAddAction;
  /** Empty when the product has fewer than two thumbnails. */
  thumbs: Thumb[];
  /**
   * Label for the thumbnails that do not fit. `counted`: the stylesheet fills in the number, which depends on the card's width.
   * `many`: there are more than `maxThumbs`. null: every card shows all of them.
   */
  rest: 'counted' | 'many' | null;
}

export function toProductCardView(product: ProductCardData): ProductCardView {
  const { sale_price: price, compare_at_price: compareAt, original_price: original } = product;
  const was = getStrikethroughPrice(price, compareAt, original);
  const thumbs = product.options_image.filter((thumb) => thumb.styleValue || thumb.picture);
  return {
    badge: badgeOf(product, was !== null),
    was,
    quickAdd: quickAddOf(product),
    thumbs: thumbs.length > 1 ? thumbs.slice(0, maxThumbs) : [],
    rest: thumbs.length > maxThumbs ? 'many' : thumbs.length > alwaysShown ? 'counted' : null,
  };
}

/**
 * Returns the struck-through amount beside a price: the higher of compare-at price and price without promotions (CARD-02).
 * @returns null unless that exceeds the price
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
