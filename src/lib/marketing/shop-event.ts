/** Shopper events in the format that pixels and conversions share (R77). */
import type { ShopEventName } from '../contract/tracking.ts';
import type { WireOrder } from '../contract/wire-order.ts';

/** Products of an event. Amounts in `currency`, in wire format. */
export interface EventProducts {
  value?: number | undefined;
  /** ISO 4217. */
  currency?: string | undefined;
  /** `id` is the product id; `price` is the price of one unit. */
  contents?: { id: string; quantity: number; price?: number | undefined }[];
  /** The search query. */
  query?: string;
  order_id?: string;
}

export interface ShopEvent {
  name: ShopEventName;
  /** The same for the browser's pixels and the server's conversions, so that services count the event once. */
  id: string;
  /** ms UTC */
  at: number;
  goods: EventProducts;
}

/** Returns the id of an order's purchase event, always the same, so that reopening the page does not count twice. */
export function purchaseId(orderNo: string): string {
  return `purchase.${orderNo}`;
}

/** Returns the event data of a checkout or an order. */
export function toEventProducts(
  { total_price, currency, variant_items }: Pick<WireOrder, 'total_price' | 'currency' | 'variant_items'>,
  orderNo?: string,
): EventProducts {
  return {
    ...{ value: total_price, currency },
    contents: variant_items.map(({ product_id, quantity, price }) => ({
      id: String(product_id),
      quantity,
      price,
    })),
    ...(orderNo && { order_id: orderNo }),
  };
}
