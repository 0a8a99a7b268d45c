/**
 * What follows from a quote without the shopper's doing: lines that leave, gifts that come, a coupon. Fetched for it. Each
 * change looks at the bag as it is when it is made: tabs side by side follow the same quote, and what one has done or
 * declined the other finds done (docs/decisions/16-bag.md).
 */

import type { Bag } from '#lib/bag/bag-codec.ts';
import { linesToDrop } from '#lib/bag/bag-view-model.ts';
import { setCoupon } from '#lib/bag/changes.ts';
import { giftsToAdd, swapGifts } from '#lib/bag/gifts.ts';
import { giftKey, isGift, type NewLine } from '#lib/bag/line.ts';
import type { BagPricing } from '#lib/bag/quote.ts';
import { randomId } from '#lib/random-id.ts';
import { declinedGifts, declinedIn, without } from './declined.ts';
import { $bag, changeBag } from './store.ts';

/** What the bag says about it. */
export interface BagNews {
  /** Titles of lines that left. */
  removedTitles: readonly string[];
  /** Titles of gifts that came. */
  came: readonly string[];
  /** The code that filled itself in, '' for none. */
  coupon: string;
}

/**
 * @param now ms
 * @returns null where nothing followed
 */
export function applyPricing(quote: BagPricing, now = Date.now()): BagNews | null {
  // The shopper was faster: what follows is said by the next quote.
  if ($bag.get() !== quote.bag) return null;
  const dropped = linesToDrop(quote);
  for (const line of dropped) {
    // A gift that leaves for another reason than its rule would come back with every quote.
    const isRuleLost = quote.items.get(line.random_id)?.is_disable_gift === 1;
    if (isGift(line) && !isRuleLost)
      declinedGifts.add(giftKey(line.extend_params.giftDiscountId, line.sku_id));
  }
  let earned: NewLine[] = [];
  const earn = (bag: Bag) => {
    earned = giftsToAdd(bag.lines, quote.gifts, declinedIn(bag, 'gift', now));
    return earned;
  };
  changeBag(swapGifts(dropped, earn, randomId));
  const coupon = followCoupon(quote, now);
  const titles = (lines: readonly { title: string }[]) => lines.map(({ title }) => title);
  const [before, after] = [titles(dropped), titles(earned)];
  // The same gift of a better step has neither come nor gone.
  const news = { removedTitles: without(before, after), came: without(after, before), coupon };
  return news.removedTitles.length + news.came.length > 0 || coupon !== '' ? news : null;
}

/** @returns the code that was filled in now, '' for none */
function followCoupon({ bag, coupon, autoFillCoupon }: BagPricing, now: number): string {
  if (bag.isCouponFilled && bag.coupon !== '' && coupon === '') {
    // What filled itself in and no longer helps makes room for what does.
    changeBag((current) =>
      current.isCouponFilled && current.coupon === bag.coupon ? setCoupon('')(current) : current,
    );
    return '';
  }
  if (autoFillCoupon === '') return '';
  let isFilled = false;
  changeBag((current) => {
    const isDeclined = declinedIn(current, 'coupon', now).some(
      (code) => code.toUpperCase() === autoFillCoupon.toUpperCase(),
    );
    isFilled = current.coupon === '' && !isDeclined;
    return isFilled ? setCoupon(autoFillCoupon, { isFilled })(current) : current;
  });
  return isFilled ? autoFillCoupon : '';
}
