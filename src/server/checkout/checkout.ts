/** Types of a checkout on the server: the lines and the shopper's choices so far. */
import type { Address } from '#lib/orders/address.ts';
import type { TokenHash } from '../db/token-hash.ts';
import type { BagLine } from '../promotions/priced-bag.ts';

/** The shopper's input on the checkout page. The tip is in minor units. */
export interface CheckoutChoices {
  email: string;
  phone: string;
  address: Address;
  /** Billing address; null if it is the same as the delivery address. */
  billing: Address | null;
  /** Id of the chosen shipping method; '' if none is chosen. */
  shippingId: string;
  /** Coupon code, normalised by `couponKey` (promotions/coupon-key.ts); '' for none. */
  coupon: string;
  scConfirm: boolean;
  insurance: boolean;
  tip: number;
  paymentMethod: string;
  note: string;
  taxId: string;
  paypalOrderId: string;
}

/** A bag line with the unit price and the discount that the shopper saw last, minor units. */
export interface CheckoutLine {
  line: BagLine;
  seenPrice: number;
  /** Discount that the shopper saw last; 0 on lines stored before the shop supported promotions. */
  seenDiscount: number;
}

export interface Checkout {
  /** Token that opens the checkout: the one from the request, or the one created with the checkout. */
  token: string;
  /** Hash of the token created with the checkout; primary key of the checkout. */
  tokenHash: TokenHash;
  /** Id from which the tokens in links to the checkout are derived. */
  linkId: string;
  shopId: number;
  visitorHash: string;
  customerId: number | null;
  source: number;
  /** `ordered`: the order matches the checkout; `open`: the shopper is still filling it in, or changed it after ordering. */
  state: 'open' | 'ordered';
  lines: CheckoutLine[];
  choices: CheckoutChoices;
  distinctId: string;
  /**
   * Language of the latest order of the checkout, '' for none. An order that replaces an earlier one keeps the earlier language if the
   * request specifies no language.
   */
  lang: string;
  /** Version number of the checkout, incremented by every change. */
  version: number;
}

/** Returns the path of the checkout page (R15). */
export function checkoutPath(shopId: number, token: string): string {
  return `/${shopId}/checkouts/${token}`;
}
