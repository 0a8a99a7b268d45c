/** Step 5 of bag pricing (R102): the coupon, and its effect on tier discounts. Pure; amounts are in minor units. */
import * as codes from '#lib/contract/codes.ts';
import { couponRequirementTexts } from '#lib/messages/api-errors.ts';
import { allocate } from '#lib/money/allocate.ts';
import { type AppliedDiscount, type EligibleLine, sumDiscounts } from './applied-discount.ts';
import { applyBagPromotions, type BagPromotionsResult } from './bag-step.ts';
import { couponKey } from './coupon-key.ts';
import type { Offers } from './offers.ts';
import type { CouponError } from './priced-bag.ts';
import { isInRange, type ProductCollections } from './promotion.ts';
import type { ActivePromotion } from './promotion-kind.ts';
import type { PromotionMessage } from './promotion-message.ts';

/** The bag after pricing steps 2 and 3, before a coupon is applied. */
export interface BagBeforeCoupon {
  counted: readonly EligibleLine[];
  /** Discounts of bundle groups and multi_spec promotions, which a coupon does not change. */
  unaffectedByCoupon: readonly AppliedDiscount[];
  /** Lines that no group or multi_spec promotion claims; bag promotions (step 3) apply to them. */
  unclaimed: readonly EligibleLine[];
  bag: BagPromotionsResult;
}

/** The bag after pricing step 5, with or without a coupon. */
export interface BagAfterCoupon {
  coupon: AppliedDiscount | null;
  bag: BagPromotionsResult;
  /** Total discount of pricing steps 2 to 5. */
  discount: number;
}

export function bagWithoutCoupon(before: BagBeforeCoupon): BagAfterCoupon {
  return {
    coupon: null,
    bag: before.bag,
    discount: sumDiscounts(before.unaffectedByCoupon) + sumDiscounts(before.bag.appliedDiscounts),
  };
}

/**
 * Returns functions that evaluate coupons on one bag. A coupon's effect on tier discounts depends only on the lines that the coupon
 * applies to, so the tier discounts are cached by those lines.
 */
export function createCouponEvaluator(
  before: BagBeforeCoupon,
  offers: Offers,
  collections: ProductCollections,
) {
  const fixed = sumDiscounts(before.unaffectedByCoupon);
  const payable = computeLineCosts(before);
  const bags = new Map<string, BagPromotionsResult>();

  const bagWithout = (base: readonly EligibleLine[]): BagPromotionsResult => {
    if (!base.some((line) => offers.bag.forProduct(line.productId).length > 0)) return before.bag;
    const key = base.map((line) => line.at).join();
    const cached = bags.get(key);
    if (cached) return cached;
    const inBase = new Set(base);
    const bag = applyBagPromotions(
      before.unclaimed.filter((line) => !inBase.has(line)),
      offers.bag,
    );
    bags.set(key, bag);
    return bag;
  };

  /** Returns the lines that a coupon applies to, with their costs and totals. */
  const baseOf = ({ promotion, offer }: ActivePromotion<'coupon'>) => {
    const base = (offer.stacks ? before.counted : before.unclaimed).filter((line) =>
      isInRange(promotion, line.productId, collections),
    );
    const costs = base.map((line) => (offer.stacks ? payable[line.at]! : line.amount));
    const amount = costs.reduce((all, cost) => all + cost, 0);
    const quantity = base.reduce((all, line) => all + line.quantity, 0);
    return { base, costs, amount, pieces: quantity };
  };

  return {
    /** Returns a message with the minimum that the coupon requires, and how much of it the bag has reached (R102). */
    gap(active: ActivePromotion<'coupon'>): PromotionMessage {
      const { promotion, offer } = active;
      const { base, amount, pieces: quantity } = baseOf(active);
      const inRange = before.counted.filter((line) => isInRange(promotion, line.productId, collections));
      const isMoney = offer.condition === 'amount' && offer.min > 0;
      return {
        desc: couponRequirementTexts[base.length < inRange.length ? 'couponNeedsUnreduced' : 'couponNeeds'],
        params: [
          promotion.code,
          isMoney ? { money: offer.min } : Math.max(1, offer.min),
          isMoney ? { money: amount } : quantity,
        ],
      };
    },
    /** Returns the bag with the coupon applied; null if the coupon's condition is not met. */
    apply(active: ActivePromotion<'coupon'>): BagAfterCoupon | null {
      const { offer } = active;
      const { base, costs, amount, pieces: quantity } = baseOf(active);
      if (base.length === 0) return null;
      const discount = offer.compute(amount, quantity);
      if (discount === null) return null;
      const bag = offer.stacks ? before.bag : bagWithout(base);
      const coupon: AppliedDiscount = {
        active,
        lines: base,
        lineDiscounts: allocate(discount, costs),
        discount,
        status: 1,
        next: null,
      };
      return { coupon, bag, discount: fixed + sumDiscounts(bag.appliedDiscounts) + discount };
    },
  };
}
export type CouponEvaluator = ReturnType<typeof createCouponEvaluator>;

/** Returns the coupon with the code that the shopper typed, or an error code if the coupon is unknown or used up. */
export function findCoupon(offers: Offers, typed: string): ActivePromotion<'coupon'> | CouponError {
  const code = couponKey(typed);
  const active = offers.coupon.all.find(({ promotion }) => couponKey(promotion.code) === code);
  if (code === '' || !active) return codes.couponUnknown;
  return isUsedUp(active) ? codes.couponUsedUp : active;
}

/**
 * Returns the code of the auto-fill coupon with the largest total discount; '' if none saves more than the bag's current discounts
 * (`now`). Between equal discounts, the higher priority wins.
 */
export function autoFillCode(offers: Offers, couponEvaluator: CouponEvaluator, now: BagAfterCoupon): string {
  let best = { code: '', discount: now.discount };
  for (const active of offers.coupon.all) {
    if (!active.offer.fillsItself || isUsedUp(active)) continue;
    const after = couponEvaluator.apply(active);
    if (after && after.discount > best.discount)
      best = { code: active.promotion.code, discount: after.discount };
  }
  return best.code;
}

function isUsedUp({ promotion }: ActivePromotion): boolean {
  return promotion.usageLimit !== null && promotion.usedCount >= promotion.usageLimit;
}

/** Returns the cost of each line after the discounts of pricing steps 2 and 3, indexed by the line's `at`. */
export function computeLineCosts({ counted, unaffectedByCoupon: fixed, bag }: BagBeforeCoupon): number[] {
  const payable = counted.map((line) => line.amount);
  for (const { lines, lineDiscounts } of [...fixed, ...bag.appliedDiscounts])
    for (const [index, line] of lines.entries()) payable[line.at]! -= lineDiscounts[index]!;
  return payable;
}
