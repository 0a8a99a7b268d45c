/** Step 5 (R102): the coupon, and what it does to the tiers. Pure; minor units. */
import * as codes from '#lib/contract/codes.ts';
import { couponGapTexts } from '#lib/messages/api-errors.ts';
import { allocate } from '#lib/money/allocate.ts';
import { type AppliedDiscount, type CountedLine, totalOf } from './applied-discount.ts';
import { type BagStep, takeFromBag } from './bag-step.ts';
import { couponKey } from './coupon-key.ts';
import type { Hint } from './hint.ts';
import type { Active } from './kind.ts';
import type { Offers } from './offers.ts';
import type { CouponError } from './priced-bag.ts';
import { isInRange, type ProductCollections } from './promotion.ts';

/** The bag after steps 2 and 3, as it is without a coupon. */
export interface BeforeCoupon {
  counted: readonly CountedLine[];
  /** Of groups and multi_spec; no coupon changes them. */
  fixed: readonly AppliedDiscount[];
  /** Lines left for step 3. */
  free: readonly CountedLine[];
  bag: BagStep;
}

/** The bag with a coupon, or without one. */
export interface AfterCoupon {
  coupon: AppliedDiscount | null;
  bag: BagStep;
  /** Of steps 2 to 5. */
  discount: number;
}

export function withoutCoupon(before: BeforeCoupon): AfterCoupon {
  return {
    coupon: null,
    bag: before.bag,
    discount: totalOf(before.fixed) + totalOf(before.bag.appliedDiscounts),
  };
}

/** Tries coupons on one bag. What a coupon does to the tiers depends on its lines alone, so it is reckoned once for them. */
export function couponTrials(before: BeforeCoupon, offers: Offers, collections: ProductCollections) {
  const fixed = totalOf(before.fixed);
  const payable = payableOf(before);
  const bags = new Map<string, BagStep>();

  const bagWithout = (base: readonly CountedLine[]): BagStep => {
    if (!base.some((line) => offers.bag.of(line.productId).length > 0)) return before.bag;
    const key = base.map((line) => line.at).join();
    const cached = bags.get(key);
    if (cached) return cached;
    const inBase = new Set(base);
    const bag = takeFromBag(
      before.free.filter((line) => !inBase.has(line)),
      offers.bag,
    );
    bags.set(key, bag);
    return bag;
  };

  /** The lines a coupon is measured on, and what they come to. */
  const baseOf = ({ promotion, offer }: Active<'coupon'>) => {
    const base = (offer.stacks ? before.counted : before.free).filter((line) =>
      isInRange(promotion, line.productId, collections),
    );
    const costs = base.map((line) => (offer.stacks ? payable[line.at]! : line.amount));
    const amount = costs.reduce((all, cost) => all + cost, 0);
    const pieces = base.reduce((all, line) => all + line.quantity, 0);
    return { base, costs, amount, pieces };
  };

  return {
    /** Returns what a coupon whose conditions are not met needs, and what the bag has of it (R102). */
    gap(active: Active<'coupon'>): Hint {
      const { promotion, offer } = active;
      const { base, amount, pieces } = baseOf(active);
      const inRange = before.counted.filter((line) => isInRange(promotion, line.productId, collections));
      const isMoney = offer.condition === 'amount' && offer.min > 0;
      return {
        desc: couponGapTexts[base.length < inRange.length ? 'couponNeedsUnreduced' : 'couponNeeds'],
        params: [
          promotion.code,
          isMoney ? { money: offer.min } : Math.max(1, offer.min),
          isMoney ? { money: amount } : pieces,
        ],
      };
    },
    /** The bag with this coupon; null when its conditions are not met. */
    apply(active: Active<'coupon'>): AfterCoupon | null {
      const { offer } = active;
      const { base, costs, amount, pieces } = baseOf(active);
      if (base.length === 0) return null;
      const discount = offer.compute(amount, pieces);
      if (discount === null) return null;
      const bag = offer.stacks ? before.bag : bagWithout(base);
      const coupon: AppliedDiscount = {
        active,
        lines: base,
        shares: allocate(discount, costs),
        discount,
        status: 1,
        next: null,
      };
      return { coupon, bag, discount: fixed + totalOf(bag.appliedDiscounts) + discount };
    },
  };
}
export type CouponTrials = ReturnType<typeof couponTrials>;

/** Returns the coupon with the code that the shopper typed, or why there is none. */
export function findCoupon(offers: Offers, typed: string): Active<'coupon'> | CouponError {
  const code = couponKey(typed);
  const active = offers.coupon.all.find(({ promotion }) => couponKey(promotion.code) === code);
  if (code === '' || !active) return codes.couponUnknown;
  return isUsedUp(active) ? codes.couponUsedUp : active;
}

/** The code that fills itself in: the largest total discount, if strictly larger than now; of equals the preferred one. */
export function autoFillCode(offers: Offers, trials: CouponTrials, now: AfterCoupon): string {
  let best = { code: '', discount: now.discount };
  for (const active of offers.coupon.all) {
    if (!active.offer.fillsItself || isUsedUp(active)) continue;
    const after = trials.apply(active);
    if (after && after.discount > best.discount)
      best = { code: active.promotion.code, discount: after.discount };
  }
  return best.code;
}

function isUsedUp({ promotion }: Active): boolean {
  return promotion.usageLimit !== null && promotion.usedCount >= promotion.usageLimit;
}

/** What each line costs after steps 2 and 3, by its place. */
export function payableOf({ counted, fixed, bag }: BeforeCoupon): number[] {
  const payable = counted.map((line) => line.amount);
  for (const { lines, shares } of [...fixed, ...bag.appliedDiscounts])
    for (const [index, line] of lines.entries()) payable[line.at]! -= shares[index]!;
  return payable;
}
