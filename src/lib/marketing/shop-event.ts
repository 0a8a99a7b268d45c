/** Tracking events in the format that pixels and server-side conversions share (R77). */
import type { ShopEventName } from '../contract/tracking.ts';
import type { WireOrder } from '../contract/wire-order.ts';

/** Products of a tracking event. Amounts are in major units of `currency`. */
export interface EventProducts {
  value?: number | undefined;
  /** Currency code, ISO 4217. */
  currency?: string | undefined;
  /** `id` is the product id; `price` is the price of one unit. */
  contents?: { id: string; quantity: number; price?: number | undefined }[];
  /** Query of a search event. */
  query?: string;
  order_id?: string;
}

export interface ShopEvent {
  name: ShopEventName;
  /** Event id, the same for the browser's pixels and the server's conversions, so that services count the event once. */
  id: string;
  /** Time of the event, ms UTC. */
  at: number;
  goods: EventProducts;
}

/** Returns the id of an order's purchase event, which is always the same, so that reopening the page does not count the purchase twice. */
export function purchaseId(orderNo: string): string {
  return `purchase.${orderNo}`;
}

/** Returns the product data of a tracking event for a checkout or an order. */
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
