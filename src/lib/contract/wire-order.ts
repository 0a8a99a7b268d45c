/** Orders as the documents spell them (ORD-07 to ORD-12). */
import { z } from 'zod';
import { arrivalSchema } from './arrival.ts';
import { money } from './fields.ts';
import { wireAddress } from './wire-address.ts';
import { wireReturn, wireReturnable } from './wire-return.ts';

/** The sums of an order or checkout (ORD-10); total = subtotal + shipping + insurance + tax + tip − discount. */
export const wireSums = z.object({
  subtotal_price: money,
  pay_ship_amount: money,
  total_discount_amount: money,
  pay_ship_insurance_amount: money,
  tax_amount: money,
  tip_amount: money,
  total_price: money,
});
export type WireSums = z.output<typeof wireSums>;

export const wireOrderLine = z.object({
  product_id: z.number().int(),
  variant_id: z.number().int(),
  title: z.string(),
  seo_url: z.string(),
  image_url: z.string(),
  /** Option values joined for reading, e.g. `Sand / Large`. */
  variant_option: z.string(),
  sku: z.string(),
  quantity: z.number().int(),
  /** Unit price before discounts. */
  price: money,
  /** Discount of the whole line. */
  discount: money,
  is_gift: z.boolean(),
  is_virtual_item: z.boolean(),
  is_tailor: z.boolean(),
  /** JSON text, as the documents say (ORD-12). */
  tailor_properties: z.string(),
  variant_custom_props: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type WireOrderLine = z.output<typeof wireOrderLine>;

export const wireParcel = z.object({
  tracking_num: z.string(),
  tracking_company: z.string(),
  tracking_update_time: z.number().int(),
  /** Beyond the documents: when a person said that it has arrived. */
  delivered_at: z.number().int().nullable(),
  /** Beyond the documents: page of the outside tracking site, '' without a number (R88). */
  tracking_url: z.string(),
  order_info: z.array(
    z.object({
      title: z.string(),
      /** Beyond the documents. */
      variant_option: z.string(),
      quantity: z.number().int(),
      image_url: z.string(),
    }),
  ),
});

export const wireOrder = wireSums.extend({
  order_no: z.string(),
  shop_id: z.number().int(),
  /** Opens the checkout to pay it: /{shop_id}/checkouts/{token} (ORD-15). */
  token: z.string(),
  email: z.string(),
  order_time: z.number().int(),
  /** Text of status_key. */
  order_status: z.string(),
  /** R61: -1 failed, 0 pending, 1 paid, 2 processing, 3 shipped, 4 completed, 5 cancelled, 6 refunded. */
  status_key: z.number().int(),
  /** Beyond the documents: it waits for a person of the shop. */
  is_on_hold: z.boolean(),
  /** Beyond the documents, as the next: when it was paid, null before. */
  paid_at: z.number().int().nullable(),
  /** When a person said that it is packed, null before. */
  packed_at: z.number().int().nullable(),
  currency: z.string(),
  payment_method: z.string(),
  shipping_title: z.string(),
  /** Beyond the documents: when it was promised to arrive, as it was placed or, on a later working day, paid; never changes afterwards. */
  arrives: arrivalSchema.nullish(),
  /** Beyond the documents: the last day of `arrives` is over, wherever it goes. The server says it, so that a page's words hold. */
  is_late: z.boolean(),
  /** Beyond the documents: what was sent back of the total. */
  refunded_amount: money,
  /** Beyond the documents: what tax_amount is made of; where that is 0, the taxes that the prices hold. */
  tax_lines: z.array(z.object({ title: z.string(), rate: z.number(), amount: money })),
  coupon: z.string(),
  note: z.string(),
  address: wireAddress,
  /** Beyond the documents: of the payment; left out where it is the delivery's. */
  billing: wireAddress.optional(),
  tracking_info: z.array(wireParcel),
  /** Beyond the documents, as the next: what was asked to be sent back, the first one first. */
  returns: z.array(wireReturn),
  /** What may be asked for now, null for nothing. */
  returnable: wireReturnable.nullable(),
  variant_items: z.array(wireOrderLine),
  /** Beyond the documents: the promotions it was priced with; the amounts add up to total_discount_amount. */
  discounts: z.array(
    z.object({
      discount_id: z.number().int(),
      discount_type: z.number().int(),
      discount_code: z.string(),
      title: z.string(),
      discount_amount: money,
    }),
  ),
});
export type WireOrder = z.output<typeof wireOrder>;

/** What the reminder may show of an unpaid order (REMIND-02, R79): no personal data. */
export const wireReminder = z.object({
  order_no: z.string(),
  web_url: z.string(),
  variant_items: z.array(
    z.object({
      image_url: z.string(),
      title: z.string(),
      quantity: z.number().int(),
      variant_option_value: z.string(),
      tailor_properties: z.string(),
      variant_custom_props: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
});
