/** What a shopper did, in the words that pixels and conversions share (R77). */

export const shopEventNames = [
  'PageView',
  'ViewContent',
  'Search',
  'AddToCart',
  'InitiateCheckout',
  'AddPaymentInfo',
  'Purchase',
  'Subscribe',
] as const;
export type ShopEventName = (typeof shopEventNames)[number];

/** What an event says of its goods. Amounts in `currency`, as the wire writes them. */
export interface EventGoods {
  value?: number | undefined;
  /** ISO 4217. */
  currency?: string | undefined;
  /** `id` is the product's; `price` that of one piece. */
  contents?: { id: string; quantity: number; price?: number }[];
  /** What was searched for. */
  query?: string;
  order_id?: string;
}

export interface ShopEvent {
  name: ShopEventName;
  /** The same for the browser's pixels and the server's conversions: services count the two once. */
  id: string;
  /** ms UTC */
  at: number;
  goods: EventGoods;
}

/** Id of an order's purchase, the same however often its page is opened. */
export function purchaseId(orderNo: string): string {
  return `purchase.${orderNo}`;
}
