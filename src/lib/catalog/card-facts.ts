/** What a product's card says: its badge, the price before, what its quick add does, its thumbnails. Pure. */
import type { ProductCardData } from '../contract/product.ts';

/** One badge at most: a card is looked at for a second. What prevents a purchase comes first. */
export type CardBadge = 'soldOut' | 'preOrder' | 'sale' | 'newHere' | null;

/**
 * `none`: sold out. `page`: must be chosen or ordered on the product's page (R33). `add`: goes into the bag at once
 * (CARD-10). `choose`: opens the option mask (CARD-11).
 */
export type QuickAdd = 'none' | 'page' | 'add' | 'choose';

/** Thumbnails a card has at most; how many of them are shown goes by its width (CARD-06). */
export const maxThumbs = 12;

/** Thumbnails that every card has room for, on the narrowest phone, too. */
const alwaysShown = 3;

type Thumb = ProductCardData['options_image'][number];

export interface CardFacts {
  badge: CardBadge;
  /** Struck through: the higher of compare-at price and price without promotions, where more than the price (CARD-02). */
  was: number | null;
  quickAdd: QuickAdd;
  /** None where there is no choice of them. */
  thumbs: Thumb[];
  /**
   * What a card says of those that it has no room for: `counted` by the style sheet, which knows how many these are; `many` where there
   * are more than the page was told of; null where each card shows all.
   */
  rest: 'counted' | 'many' | null;
}

export function cardFacts(product: ProductCardData): CardFacts {
  const { sale_price: price, compare_at_price: compareAt, original_price: original } = product;
  const was = priceBefore(price, compareAt, original);
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
 * What stands struck through beside a price: the higher of compare-at price and price without promotions (CARD-02).
 * @returns null where that is not more than the price
 */
export function priceBefore(price: number, compareAt: number | null, original: number): number | null {
  const before = Math.max(compareAt ?? 0, original);
  return before > price ? before : null;
}

function badgeOf({ sale_status, isPreSale, isNew }: ProductCardData, isSale: boolean): CardBadge {
  if (sale_status === 0) return 'soldOut';
  if (isPreSale) return 'preOrder';
  if (isSale) return 'sale';
  return isNew ? 'newHere' : null;
}

function quickAddOf({ sale_status, isPreSale, has_custom_props, noOptions }: ProductCardData): QuickAdd {
  if (sale_status === 0) return 'none';
  if (isPreSale || has_custom_props) return 'page';
  return noOptions ? 'add' : 'choose';
}
