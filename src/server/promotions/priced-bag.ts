/** What a bag costs, as the server reckons it. Every amount is integer minor units of the shop's currency. */
import type * as codes from '#lib/contract/codes.ts';
import type { VariantRecord } from '../catalog/records.ts';
import type { Hint } from './hint.ts';
import type { GiftStep } from './kind.ts';
import type { Promotion } from './promotion.ts';

/** A customisation the shopper chose (tailor_req_list, R94). */
export interface TailorValue {
  name: string;
  type: number;
  value: string;
}

/** One line as the client sent it, checked for shape only. */
export interface BagLine {
  /** Made by the client; maps the answer back to its line (R94). */
  randomId: string;
  productId: number;
  variantId: number;
  quantity: number;
  isSelected: boolean;
  isGift: boolean;
  /** Discount code of the line's bundle group, '' for a plain line. */
  code: string;
  group: string;
  /** Pieces per set in a bundle group. */
  unit: number;
  tailor: TailorValue[];
  /** Option values of the variant as the line shows them; when the product's differ the shopper chooses again (R94). */
  optionValues?: string[];
  giftDiscountId?: number;
  giftPosition?: number;
  /** Ordered from the product's own page, the only way to buy a pre-sale product (R33). Never read from what is sent. */
  isPreSale?: boolean;
}

export type LineProblem =
  | ''
  | 'sold_out'
  | 'not_enough'
  | 'changed'
  | 'deleted'
  | 'unpublished'
  | 'presale'
  | 'gift_lost';

/** The promotion in whose group a line stands and how far it has come (R100). */
export interface PromotionStatus {
  promotion: Promotion;
  /** 1 achieved, 2 not yet, 0 the group is not what the promotion asks for. */
  status: 0 | 1 | 2;
  /** What its next step asks for, null when there is none. */
  next: Hint | null;
}

export interface PricedLine {
  line: BagLine;
  /** Null when the variant does not exist (any more). */
  variant: VariantRecord | null;
  /** One-price promotions and customisation included. */
  unitPrice: number;
  /** What it would cost without one-price promotions, for the struck-through price. */
  originalPrice: number;
  /** unitPrice × quantity. */
  amount: number;
  /** Discount of promotions and coupon on this line. */
  discount: number;
  /** The group of a promotion in which the line stands, null for a plain line. */
  promotionStatus: PromotionStatus | null;
  /** 1 on sale, 0 not (PRICE-05 to PRICE-11). */
  status: 0 | 1;
  /** '' can be bought as it is. `not_enough` has status 1: the variant is on sale, but not that many pieces. */
  problem: LineProblem;
}

/** Why a coupon cannot be used (R102). */
export type CouponError =
  | typeof codes.couponUnknown
  | typeof codes.couponConditions
  | typeof codes.couponUsedUp;

/** A promotion that had its part in the bag's prices. */
export interface AppliedPromotion {
  promotion: Promotion;
  /** What it took off; 0 for gifts and one-price promotions, whose part is in the lines. */
  discount: number;
}

/** A gift as far as the bag can have it. */
export interface OfferedGift {
  gift: GiftStep['gifts'][number];
  /** Null when the variant does not exist (any more). */
  variant: VariantRecord | null;
  /** Pieces the bag's other lines leave. */
  left: number;
}

/** A full-gift promotion with something of the bag in its range (DISC-05). */
export interface GiftPromotion {
  promotion: Promotion;
  steps: {
    position: number;
    /** The one step that gives: the highest reached. */
    isAchieved: boolean;
    gifts: OfferedGift[];
    hint: Hint;
  }[];
}

export interface PricedBag {
  currency: string;
  lines: PricedLine[];
  /** Selected, available goods after discounts; before shipping and tax. */
  totalPay: number;
  totalDiscount: number;
  /** The coupon that took effect, '' for none. */
  coupon: string;
  couponPromotionId: number | null;
  /** Why the wished coupon did not take effect; 0 when it did or none was wished. */
  couponRefusal: typeof codes.ok | CouponError;
  /** What a coupon whose conditions are not met needs; null otherwise. */
  couponGap: { hint: Hint; promotion: Promotion } | null;
  /** The wished coupon would lower the discount and was left out until the shopper agrees (R102). */
  needSecondConfirm: boolean;
  /** Code of the coupon that would save most, where none was wished; '' for none. */
  autoFillCoupon: string;
  gifts: GiftPromotion[];
  applied: AppliedPromotion[];
  /** Next instant at which a promotion starts or ends, ms UTC; null for none known. */
  changesAt: number | null;
}
