/** A checkout as the server knows it: what is bought, and what the shopper has filled in so far. */
import type { Address } from '#lib/orders/address.ts';
import type { TokenHash } from '../db/token-hash.ts';
import type { BagLine } from '../promotions/priced-bag.ts';

/** What the shopper chooses on the checkout page. Tip in minor units. */
export interface Choices {
  email: string;
  phone: string;
  address: Address;
  /** Of the payment, null where it is the delivery's. */
  billing: Address | null;
  /** '' for none chosen. */
  shippingId: string;
  /** As `couponKey` makes it (promotions/coupon-key.ts), '' for none. */
  coupon: string;
  scConfirm: boolean;
  insurance: boolean;
  tip: number;
  paymentMethod: string;
  note: string;
  taxId: string;
  paypalOrderId: string;
}

/** A line of the bag with the unit price and the discount the shopper was shown, minor units. */
export interface CheckoutLine {
  line: BagLine;
  seenPrice: number;
  /** The discount of the line at that time; 0 on lines stored before there were promotions. */
  seenDiscount: number;
}

export interface Checkout {
  /** Opens the checkout: the one it was asked for with, or made with. */
  token: string;
  /** Of the token it was made with; this is the checkout's key. */
  tokenHash: TokenHash;
  /** What the tokens of its links are derived from. */
  linkId: string;
  shopId: number;
  visitorHash: string;
  customerId: number | null;
  source: number;
  /** `ordered`: its order stands as the checkout is; `open`: it is being filled in, perhaps anew. */
  state: 'open' | 'ordered';
  lines: CheckoutLine[];
  choices: Choices;
  distinctId: string;
  /** Of the order it became last, '' for none: an order that replaces it keeps it where the call says nothing. */
  lang: string;
  /** Raised by every change. */
  version: number;
}

/** Where the checkout's page is (R15). */
export function checkoutPath(shopId: number, token: string): string {
  return `/${shopId}/checkouts/${token}`;
}
