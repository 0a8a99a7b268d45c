/**
 * Applies the consequences of a pricing: unavailable lines are removed, earned gifts added, a coupon filled in. Loaded only when
 * needed. Each change reads the current bag: several tabs may apply the same pricing, and each must respect what another tab has
 * done or declined (docs/decisions/16-bag.md).
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

/** The automatic changes that the bag reports to the shopper. */
export interface AutomaticChanges {
  removedTitles: readonly string[];
  /** Titles of added gifts. */
  came: readonly string[];
  /** The code filled in automatically, '' for none. */
  coupon: string;
}

/** Applies a pricing to the bag. @param now ms @returns null if nothing changed */
export function applyPricing(quote: BagPricing, now = Date.now()): AutomaticChanges | null {
  // The shopper has changed the bag since: the next pricing applies.
  if ($bag.get() !== quote.bag) return null;
  const dropped = linesToDrop(quote);
  for (const line of dropped) {
    // The rule still holds, so without this entry every pricing would add the removed gift again.
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
  // The same gift moved to a better tier counts as neither added nor removed.
  const news = {
    removedTitles: subtractEntries(before, after),
    came: subtractEntries(after, before),
    coupon,
  };
  return news.removedTitles.length + news.came.length > 0 || coupon !== '' ? news : null;
}

/** @returns the code that was just filled in, '' for none */
function followCoupon({ bag, coupon, autoFillCoupon }: BagPricing, now: number): string {
  if (bag.isCouponFilled && bag.coupon !== '' && coupon === '') {
    // An automatic coupon that no longer applies makes room for one that does.
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
