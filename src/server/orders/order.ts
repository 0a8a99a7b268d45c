/** The order as the server uses it. Amounts are integer minor units of `currency`; times are ms UTC. */
import type { DeliveryEstimate } from '#lib/contract/delivery-estimate.ts';
import type { Address } from '#lib/orders/address.ts';
import type { TaxLine } from '#lib/orders/order-totals.ts';
import type { OrderAmounts } from '../checkout/checkout-totals.ts';
import type { TokenHash } from '../db/token-hash.ts';

export interface Order {
  orderNo: string;
  /** `tokenHash` of the order's checkout. If a newer order has replaced this one, this order's own number. */
  checkoutHash: string;
  shopId: number;
  /** Hash of the checkout's token. Anyone with the link can open the order (R79). */
  tokenHash: TokenHash;
  /** Hash of the token in the order's emails; '' if it is the same token or no email was sent. */
  mailedHash: TokenHash | '';
  /** Seed from which the tokens of the order's links are derived. */
  linkId: string;
  /** SHA-256 of the `visitor` cookie of the browser that placed the order. */
  visitorHash: string;
  /** Keyed hash of the client's IP address, used to cap holds per address. '' once the order is paid or the address is erased. */
  clientHash: string;
  customerId: number | null;
  email: string;
  phone: string;
  address: Address;
  /** Billing address; null if it is the same as `address`. */
  billing: Address | null;
  /** Order status (R61), see lib/orders/status.ts. */
  statusKey: number;
  holdReason: string;
  currency: string;
  amounts: OrderAmounts;
  /** Breakdown of `amounts.tax` or, if no tax is added, of the tax included in the prices. */
  taxLines: readonly TaxLine[];
  coupon: string;
  shippingTitle: string;
  /**
   * Delivery dates promised when the order was placed. Recalculated once if the order is paid on a later working day; they do not
   * change after the payment. Null if nothing was promised.
   */
  arrives: DeliveryEstimate | null;
  paymentMethod: string;
  accountId: string;
  note: string;
  extraParams: Record<string, unknown>;
  lang: string;
  /** When the hold on stock and coupon ends. Null once the hold is final or released, or if the caps on held stock prevented it. */
  heldUntil: number | null;
  /**
   * When the order began to hold stock. A short interruption of the hold does not change it. Null if the order never held any
   * stock.
   */
  heldSince: number | null;
  /**
   * True if the hold exceeds the caps on held stock. It was granted for one provider call, and is released unless that call charges
   * the shopper.
   */
  isHoldLent: boolean;
  orderTime: number;
  paidAt: number | null;
  /** When the merchant marked the order as packed; null if not yet. */
  packedAt: number | null;
  updatedAt: number;
  /** A draft created on a product page, without contact and delivery details. It holds no stock and cannot be paid yet. */
  isDraft: boolean;
}

/** An order line as it was when the order was placed; later changes of the product do not affect it. */
export interface OrderLine {
  position: number;
  productId: number;
  variantId: number;
  title: string;
  /** Current handle of the product; '' if the product was deleted. */
  seoUrl: string;
  variantOption: string;
  imageUrl: string;
  sku: string;
  quantity: number;
  /** Unit price before discounts. */
  price: number;
  /** Discount on the whole line. */
  discount: number;
  /** Tax added to the whole line; 0 if prices include tax. */
  tax: number;
  isGift: boolean;
  isVirtual: boolean;
  isTailor: boolean;
  /** Customisation chosen by the shopper (R94), `[{name, type, value}]`. */
  tailorProperties: { name: string; type: number; value: string }[];
  /** Further properties of the line, `[{name, value}]`. */
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
  /** When the merchant marked the parcel as delivered; null if not yet. */
  deliveredAt: number | null;
  /** Contents of the parcel. Parcels stored before partial shipments existed have no `position`. */
  orderInfo: { title: string; quantity: number; image_url: string; position?: number | undefined }[];
}
