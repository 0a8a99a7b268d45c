/** Adds and removes gift lines automatically (GIFT-01 to GIFT-03, GIFT-06). Pure. */
import type { WireGift, WireGiftDiscount } from '../contract/wire-discount.ts';
import { variantPath } from '../pages/paths.ts';
import type { Bag } from './bag-codec.ts';
import type { BagChange, IdGenerator } from './changes.ts';
import { giftKey, isGift, type Line, makeLine, type NewLine } from './line.ts';

export interface EarnedGift {
  discountId: number;
  position: number;
  gift: WireGift;
}

/** Returns all gifts of the promotion tiers that the bag has reached. */
export function earnedGifts(promotions: readonly WireGiftDiscount[]): EarnedGift[] {
  return promotions.flatMap(({ discount_id, discount_rules }) =>
    discount_rules
      .filter(({ achieved }) => achieved)
      .flatMap(({ position, gift_products }) =>
        gift_products.map((gift) => ({ discountId: discount_id, position, gift })),
      ),
  );
}

export function findGiftLines(lines: readonly Line[], { discountId, position, gift }: EarnedGift): Line[] {
  return lines.filter(
    (line) =>
      isGift(line) &&
      line.sku_id === gift.variant_id &&
      line.extend_params.giftDiscountId === discountId &&
      line.extend_params.position === position,
  );
}

export function isGiftAvailable({ is_product_published, sale_status }: WireGift): boolean {
  return is_product_published && sale_status === 1;
}

/** Returns the units of a gift that remain in stock after deducting the purchased lines and the gifts already in the bag (GIFT-03). */
export function remainingGiftUnits(
  lines: readonly Line[],
  { variant_id, sale_inventory_quantity }: WireGift,
): number {
  const giftsInBag = lines.filter((line) => isGift(line) && line.sku_id === variant_id).length;
  return Math.max(0, sale_inventory_quantity - giftsInBag);
}

/**
 * Returns the gift lines to add automatically, one unit each. If several promotions offer a gift of which one unit is left, only the first
 * promotion adds it.
 * @param declined keys of the gifts that the shopper removed, one key for each line
 */
export function giftsToAdd(
  lines: readonly Line[],
  promotions: readonly WireGiftDiscount[],
  declined: readonly string[],
): NewLine[] {
  const remainingByVariant = new Map<number, number>();
  return earnedGifts(promotions).flatMap((earned) => {
    const { gift, discountId } = earned;
    if (!isGiftAvailable(gift)) return [];
    const key = giftKey(discountId, gift.variant_id);
    const refused = declined.filter((entry) => entry === key).length;
    const missing = gift.auto_car - refused - findGiftLines(lines, earned).length;
    const available = remainingByVariant.get(gift.variant_id) ?? remainingGiftUnits(lines, gift);
    const added = Math.max(0, Math.min(missing, available));
    remainingByVariant.set(gift.variant_id, available - added);
    return Array.from({ length: added }, () => giftLine(earned));
  });
}

/** Returns a gift as a new line of the bag (GIFT-02, GIFT-04). */
export function giftLine({ gift, discountId, position }: EarnedGift): NewLine {
  return {
    id: gift.product_id,
    sku_id: gift.variant_id,
    quantity: 1,
    title: gift.title,
    price: 0,
    // The API returns no option names for gifts, and they are not displayed anywhere.
    options: gift.variant_option_values.map((value) => ({ name: '', value })),
    image: gift.image,
    url: variantPath(gift.seo_url, gift.variant_id),
    extend_params: { is_gift: 1, giftDiscountId: discountId, position, auto_car: gift.auto_car },
  };
}

/**
 * Removes the given lines and inserts gifts at the top of the bag, in one change (GIFT-01, GIFT-06).
 * @param earn returns the gifts to add; receives the bag without the removed lines, because another tab may already have added some
 */
export function swapGifts(
  removedLines: readonly Line[],
  earn: (bag: Bag) => readonly NewLine[],
  makeId: IdGenerator,
): BagChange {
  const leaving = new Set(removedLines.map((line) => line.random_id));
  return (bag) => {
    const remaining = bag.lines.filter((line) => !leaving.has(line.random_id));
    const gifts = earn({ ...bag, lines: remaining }).map((line) => makeLine(line, makeId()));
    if (gifts.length === 0 && remaining.length === bag.lines.length) return bag;
    return { ...bag, lines: [...gifts, ...remaining] };
  };
}

/** Wraps a change so that it also removes one entry from `declined`, because the shopper wants that gift or coupon again. */
export function withoutDeclinedEntry(change: BagChange, what: string): BagChange {
  return (bag) => {
    const at = bag.declined.findLastIndex((entry) => entry.endsWith(` ${what}`));
    return change(at < 0 ? bag : { ...bag, declined: bag.declined.toSpliced(at, 1) });
  };
}
