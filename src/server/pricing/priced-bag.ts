/** What a bag costs, as the server reckons it. Every amount is integer minor units of the shop's currency. */
import type { VariantRecord } from '../catalog/records.ts';

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
  giftDiscountId?: number;
  giftPosition?: number;
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
  /** 1 can be bought, 0 not (PRICE-05 to PRICE-11). */
  status: 0 | 1;
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
  needSecondConfirm: boolean;
  /** Next instant at which a promotion starts or ends, ms UTC; null for none known. */
  changesAt: number | null;
}
