/** An order as the server knows it. Amounts are integer minor units of `currency`; times are ms UTC. */
import type { Arrival } from '#lib/contract/arrival.ts';
import type { Address } from '#lib/orders/address.ts';
import type { TaxLine } from '#lib/orders/order-totals.ts';
import type { OrderAmounts } from '../checkout/quote.ts';
import type { TokenHash } from '../db/token-hash.ts';

export interface Order {
  orderNo: string;
  /** `tokenHash` of its checkout; its own number once another order replaced it. */
  checkoutHash: string;
  shopId: number;
  /** Of the token that opens the order to everyone with the link (R79). */
  tokenHash: TokenHash;
  /** Of the token in its mail, '' where there is none of its own. */
  mailedHash: TokenHash | '';
  /** What the tokens of its links are derived from. */
  linkId: string;
  /** SHA-256 of the `visitor` cookie of the browser that placed it. */
  visitorHash: string;
  /** Keyed hash of the address it was placed from: what one address holds is capped. '' once it is paid or forgotten. */
  clientHash: string;
  customerId: number | null;
  email: string;
  phone: string;
  address: Address;
  /** Of the payment, null where it is the same. */
  billing: Address | null;
  /** R61; lib/orders/status.ts knows what the numbers mean. */
  statusKey: number;
  holdReason: string;
  currency: string;
  amounts: OrderAmounts;
  /** What `amounts.tax` is made of; with none added, what the prices hold. */
  taxLines: readonly TaxLine[];
  coupon: string;
  shippingTitle: string;
  /** Promised when it was placed, or once more when it was paid on a later working day; never changed afterwards. Null where nothing was. */
  arrives: Arrival | null;
  paymentMethod: string;
  accountId: string;
  note: string;
  extraParams: Record<string, unknown>;
  lang: string;
  /** Stock and coupon are held until then; null once final or released, and for an order beyond the caps. */
  heldUntil: number | null;
  /** When it first held, short breaks counted in; null when it never has. */
  heldSince: number | null;
  /** What it holds is beyond the caps: it goes back unless the call it was taken for brings money. */
  isHoldLent: boolean;
  orderTime: number;
  paidAt: number | null;
  /** When a person said that it is packed. */
  packedAt: number | null;
  updatedAt: number;
  /** Made from a product's own page, contact and delivery still to come: it holds nothing and cannot be paid yet. */
  isBegun: boolean;
}

/** What was bought, as it was on the day; later changes of the product do not reach it. */
export interface OrderLine {
  position: number;
  productId: number;
  variantId: number;
  title: string;
  /** Where the product is found now, '' when it is gone. */
  seoUrl: string;
  variantOption: string;
  imageUrl: string;
  sku: string;
  quantity: number;
  /** Unit price before discounts. */
  price: number;
  /** Discount of the whole line. */
  discount: number;
  /** Tax of the whole line that was added to its price; 0 where prices include it. */
  tax: number;
  isGift: boolean;
  isVirtual: boolean;
  isTailor: boolean;
  /** `[{name, type, value}]` as chosen (R94). */
  tailorProperties: { name: string; type: number; value: string }[];
  /** `[{name, value}]`. */
  customProps: { name: string; value: string }[];
}

/** A promotion the order was priced with, as it was on the day. */
export interface OrderPromotion {
  id: number;
  discountType: number;
  title: string;
  code: string;
  /** What it took off; 0 for gifts and one-price promotions, whose part is in the lines. */
  discount: number;
}

export interface Parcel {
  trackingNum: string;
  trackingCompany: string;
  /** When it was sent. */
  trackingUpdateTime: number;
  /** When a person said that it has arrived; null before. */
  deliveredAt: number | null;
  /** What is in it; `position` of the order's line is not known of parcels of before part shipments. */
  orderInfo: { title: string; quantity: number; image_url: string; position?: number | undefined }[];
}
