/** What a bag costs, as the server reckons it. Every amount is integer minor units of the shop's currency. */
import type { codes } from '#lib/contract/codes.ts';
import type { VariantRecord } from '../catalog/records.ts';
import type { CouponRefusal } from '../promotions/coupon.ts';
import type { Promotion } from '../promotions/promotion.ts';

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
  /** The promotion in whose group the line stands (R100), null for a plain line. */
  promotion: Promotion | null;
  /** 1 on sale, 0 not (PRICE-05 to PRICE-11). */
  status: 0 | 1;
  /** '' can be bought as it is. `not_enough` has status 1: the variant is on sale, but not that many pieces. */
  problem: LineProblem;
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
  couponRefusal: typeof codes.ok | CouponRefusal;
  needSecondConfirm: boolean;
  /** Next instant at which a promotion starts or ends, ms UTC; null for none known. */
  changesAt: number | null;
}
