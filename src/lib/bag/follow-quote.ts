/** What follows from a quote without the shopper's doing: lines that leave, gifts that come, a coupon. Fetched for it. */
import { randomId } from '../random-id.ts';
import { setCoupon, swapGifts } from './changes.ts';
import { declinedCoupons, declinedGifts } from './declined.ts';
import { giftKey, giftsToAdd } from './gift-lines.ts';
import { isGift } from './line.ts';
import type { Quote } from './quote.ts';
import { linesToDrop } from './shown-bag.ts';
import { $bag, changeBag } from './store.ts';

/** What the bag says about it. */
export interface BagNews {
  /** Titles of lines that left. */
  left: readonly string[];
  /** Titles of gifts that came. */
  came: readonly string[];
  /** The code that filled itself in, '' for none. */
  coupon: string;
}

/** @returns null where nothing followed */
export function followQuote(quote: Quote): BagNews | null {
  // The shopper was faster: what follows is said by the next quote.
  if ($bag.get() !== quote.bag) return null;
  const lost = linesToDrop(quote);
  for (const line of lost) {
    // A gift that leaves for another reason than its rule would come back with every quote.
    const isRuleLost = quote.items.get(line.random_id)?.is_disable_gift === 1;
    if (isGift(line) && !isRuleLost)
      declinedGifts.add(giftKey(line.extend_params.giftDiscountId, line.sku_id));
  }
  const kept = quote.bag.lines.filter((line) => !lost.includes(line));
  const earned = giftsToAdd(kept, quote.gifts, declinedGifts.list());
  if (lost.length + earned.length > 0) changeBag(swapGifts(lost, earned, randomId));
  const coupon = followCoupon(quote);
  const titles = (lines: readonly { title: string }[]) => lines.map(({ title }) => title);
  const [before, after] = [titles(lost), titles(earned)];
  // The same gift of a better step has neither come nor gone.
  const news = { left: without(before, after), came: without(after, before), coupon };
  return news.left.length + news.came.length > 0 || coupon !== '' ? news : null;
}

/** @returns the code that was filled in now, '' for none */
function followCoupon({ bag, coupon, autoFillCoupon }: Quote): string {
  if (bag.isCouponFilled && bag.coupon !== '' && coupon === '') {
    // What filled itself in and no longer helps makes room for what does.
    changeBag(setCoupon(''));
    return '';
  }
  const isDeclined = () =>
    declinedCoupons.list().some((code) => code.toUpperCase() === autoFillCoupon.toUpperCase());
  if (autoFillCoupon === '' || isDeclined()) return '';
  changeBag(setCoupon(autoFillCoupon, { isFilled: true }));
  return autoFillCoupon;
}

/** `titles` less one entry for each of `others`. */
function without(titles: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return titles.filter((title) => {
    const at = left.indexOf(title);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
