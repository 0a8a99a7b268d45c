/**
 * Changes the bag as a pricing response requires: removes unavailable lines, adds earned gifts, fills in a coupon. Loaded only when
 * needed. Each change reads the current bag, because several tabs may apply the same response and must respect each other's changes
 * and declined gifts (docs/decisions/16-bag.md).
 */

import type { Bag } from '#lib/bag/bag-codec.ts';
import type { BagPricing } from '#lib/bag/bag-pricing.ts';
import { linesToDrop } from '#lib/bag/bag-view-model.ts';
import { setCoupon } from '#lib/bag/changes.ts';
import { giftsToAdd, swapGifts } from '#lib/bag/gifts.ts';
import { giftKey, isGift, type NewLine } from '#lib/bag/line.ts';
import { randomId } from '#lib/random-id.ts';
import { declinedGifts, getDeclinedKeys, subtractEntries } from './declined.ts';
import { $bag, changeBag } from './store.ts';

/** Automatic changes to the bag, displayed to the shopper. */
export interface AutomaticChanges {
  removedTitles: readonly string[];
  /** Titles of added gifts. */
  came: readonly string[];
  /** Coupon code that was filled in automatically, '' for none. */
  coupon: string;
}

/**
 * Applies a pricing response to the bag.
 * @param now ms UTC
 * @returns null if nothing changed
 */
export function applyPricing(quote: BagPricing, now = Date.now()): AutomaticChanges | null {
  // If the bag has changed since the request, ignore this response; the next one prices the changed bag.
  if ($bag.get() !== quote.bag) return null;
  const dropped = linesToDrop(quote);
  for (const line of dropped) {
    // If the gift's promotion rule is still met, record the removed gift as declined; otherwise every pricing response would add it
    // again.
    const isRuleUnmet = quote.items.get(line.random_id)?.is_disable_gift === 1;
    if (isGift(line) && !isRuleUnmet)
      declinedGifts.add(giftKey(line.extend_params.giftDiscountId, line.sku_id));
  }
  let earned: NewLine[] = [];
  const earn = (bag: Bag) => {
    earned = giftsToAdd(bag.lines, quote.gifts, getDeclinedKeys(bag, 'gift', now));
    return earned;
  };
  changeBag(swapGifts(dropped, earn, randomId));
  const coupon = followCoupon(quote, now);
  const titles = (lines: readonly { title: string }[]) => lines.map(({ title }) => title);
  const [before, after] = [titles(dropped), titles(earned)];
  // A gift that was both removed and added has only moved to a better promotion tier, so report neither.
  const news = {
    removedTitles: subtractEntries(before, after),
    came: subtractEntries(after, before),
    coupon,
  };
  return news.removedTitles.length + news.came.length > 0 || coupon !== '' ? news : null;
}

/** Updates the automatic coupon. @returns the code just filled in, '' for none */
function followCoupon({ bag, coupon, autoFillCoupon }: BagPricing, now: number): string {
  if (bag.isCouponFilled && bag.coupon !== '' && coupon === '') {
    // Remove an automatic coupon that no longer applies, so that another one can be filled in.
    changeBag((current) =>
      current.isCouponFilled && current.coupon === bag.coupon ? setCoupon('')(current) : current,
    );
    return '';
  }
  if (autoFillCoupon === '') return '';
  let isFilled = false;
  changeBag((current) => {
    const isDeclined = getDeclinedKeys(current, 'coupon', now).some(
      (code) => code.toUpperCase() === autoFillCoupon.toUpperCase(),
    );
    isFilled = current.coupon === '' && !isDeclined;
    return isFilled ? setCoupon(autoFillCoupon, { isFilled })(current) : current;
  });
  return isFilled ? autoFillCoupon : '';
}
