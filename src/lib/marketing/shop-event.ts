/** What a shopper did, in the words that pixels and conversions share (R77). */
import type { ShopEventName } from '../contract/tracking.ts';
import type { WireOrder } from '../contract/wire-order.ts';

/** What an event says of its goods. Amounts in `currency`, as the wire writes them. */
export interface EventProducts {
  value?: number | undefined;
  /** ISO 4217. */
  currency?: string | undefined;
  /** `id` is the product's; `price` that of one piece. */
  contents?: { id: string; quantity: number; price?: number | undefined }[];
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
  goods: EventProducts;
}

/** Id of an order's purchase, the same however often its page is opened. */
export function purchaseId(orderNo: string): string {
  return `purchase.${orderNo}`;
}

/** What a checkout or an order is told as. */
export function orderedProducts(
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
