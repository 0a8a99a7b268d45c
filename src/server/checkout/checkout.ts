/** A checkout on the server: its lines and the shopper's choices so far. */
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
  /** '' if none is chosen. */
  shippingId: string;
  /** Normalised by `couponKey` (promotions/coupon-key.ts); '' for none. */
  coupon: string;
  scConfirm: boolean;
  insurance: boolean;
  tip: number;
  paymentMethod: string;
  note: string;
  taxId: string;
  paypalOrderId: string;
}

/** A line of the bag with the unit price and discount that the shopper saw last, minor units. */
export interface CheckoutLine {
  line: BagLine;
  seenPrice: number;
  /** 0 on lines stored before there were promotions. */
  seenDiscount: number;
}

export interface Checkout {
  /** Opens the checkout: the token from the request, or the one created with it. */
  token: string;
  /** Hash of the token created with the checkout; its primary key. */
  tokenHash: TokenHash;
  /** The tokens in its links are derived from this id. */
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
  /** Language of its latest order, '' for none; an order that replaces that one keeps it if the request names no language. */
  lang: string;
  /** Incremented by every change. */
  version: number;
}

/** Returns the path of the checkout page (R15). */
export function checkoutPath(shopId: number, token: string): string {
  return `/${shopId}/checkouts/${token}`;
}
