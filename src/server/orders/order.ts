/** The server's order model. Amounts are integer minor units of `currency`; times are ms UTC. */
import type { DeliveryEstimate } from '#lib/contract/delivery-estimate.ts';
import type { Address } from '#lib/orders/address.ts';
import type { TaxLine } from '#lib/orders/order-totals.ts';
import type { OrderAmounts } from '../checkout/checkout-totals.ts';
import type { TokenHash } from '../db/token-hash.ts';

export interface Order {
  orderNo: string;
  /** `tokenHash` of its checkout; the order's own number once another order has replaced it. */
  checkoutHash: string;
  shopId: number;
  /** Hash of the token that opens the order to everyone with the link (R79). */
  tokenHash: TokenHash;
  /** Hash of the token in the order's email; '' when that is the same token or no email was sent. */
  mailedHash: TokenHash | '';
  /** Seed from which the tokens of its links are derived. */
  linkId: string;
  /** SHA-256 of the `visitor` cookie of the browser that placed it. */
  visitorHash: string;
  /** Keyed hash of the client address, used to cap holds per address. '' once the order is paid or the address is erased. */
  clientHash: string;
  customerId: number | null;
  email: string;
  phone: string;
  address: Address;
  /** Null when it is the same as `address`. */
  billing: Address | null;
  /** R61, see lib/orders/status.ts. */
  statusKey: number;
  holdReason: string;
  currency: string;
  amounts: OrderAmounts;
  /** Breakdown of `amounts.tax`; when no tax is added, the tax included in the prices. */
  taxLines: readonly TaxLine[];
  coupon: string;
  shippingTitle: string;
  /**
   * Promised when it was placed, recalculated once if paid on a later working day, never changed afterwards. Null for no promise.
   */
  arrives: DeliveryEstimate | null;
  paymentMethod: string;
  accountId: string;
  note: string;
  extraParams: Record<string, unknown>;
  lang: string;
  /** End of the hold of stock and coupon; null once final or released, and for an order beyond the caps. */
  heldUntil: number | null;
  /** When it first held stock, counting short breaks in; null if it never has. */
  heldSince: number | null;
  /** The hold is beyond the caps: it is released unless the call it was taken for takes money. */
  isHoldLent: boolean;
  orderTime: number;
  paidAt: number | null;
  /** When a person marked it as packed. */
  packedAt: number | null;
  updatedAt: number;
  /** A draft made on a product page, without contact and delivery details: it holds nothing and cannot be paid yet. */
  isDraft: boolean;
}

/** A line as it was when ordered; later product changes do not affect it. */
export interface OrderLine {
  position: number;
  productId: number;
  variantId: number;
  title: string;
  /** Current handle of the product, '' if it was deleted. */
  seoUrl: string;
  variantOption: string;
  imageUrl: string;
  sku: string;
  quantity: number;
  /** Unit price before discounts. */
  price: number;
  /** Discount of the whole line. */
  discount: number;
  /** Tax added to the whole line; 0 where prices include tax. */
  tax: number;
  isGift: boolean;
  isVirtual: boolean;
  isTailor: boolean;
  /** `[{name, type, value}]` as chosen (R94). */
  tailorProperties: { name: string; type: number; value: string }[];
  /** `[{name, value}]`. */
  customProps: { name: string; value: string }[];
}

/** A promotion as it was when the order was placed. */
export interface OrderPromotion {
  id: number;
  discountType: number;
  title: string;
  code: string;
  /** Amount deducted; 0 for gifts and one-price promotions, which change the line prices instead. */
  discount: number;
}

export interface Parcel {
  trackingNum: string;
  trackingCompany: string;
  trackingUpdateTime: number;
  /** When a person marked it as delivered, else null. */
  deliveredAt: number | null;
  /** Contents; parcels stored before partial shipments existed have no `position`. */
  orderInfo: { title: string; quantity: number; image_url: string; position?: number | undefined }[];
}
