/** Orders in the documented format (ORD-07 to ORD-12). */
import { z } from 'zod';
import { deliveryEstimateSchema } from './delivery-estimate.ts';
import { money } from './fields.ts';
import { wireAddress } from './wire-address.ts';
import { wireReturn, wireReturnableItems } from './wire-return.ts';

/** Totals of an order or checkout (ORD-10); total = subtotal + shipping + insurance + tax + tip − discount. */
export const wireTotals = z.object({
  subtotal_price: money,
  pay_ship_amount: money,
  total_discount_amount: money,
  pay_ship_insurance_amount: money,
  tax_amount: money,
  tip_amount: money,
  total_price: money,
});
export type WireTotals = z.output<typeof wireTotals>;

export const wireOrderLine = z.object({
  product_id: z.number().int(),
  variant_id: z.number().int(),
  title: z.string(),
  seo_url: z.string(),
  image_url: z.string(),
  /** Option values joined for display, e.g. `Sand / Large`. */
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
  /** JSON text, as documented (ORD-12). */
  tailor_properties: z.string(),
  variant_custom_props: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type WireOrderLine = z.output<typeof wireOrderLine>;

export const wireParcel = z.object({
  tracking_num: z.string(),
  tracking_company: z.string(),
  tracking_update_time: z.number().int(),
  /** Extension: when the staff marked it as delivered. */
  delivered_at: z.number().int().nullable(),
  /** Extension: page of the external tracking site, '' without a number (R88). */
  tracking_url: z.string(),
  order_info: z.array(
    z.object({
      title: z.string(),
      /** Extension. */
      variant_option: z.string(),
      quantity: z.number().int(),
      image_url: z.string(),
    }),
  ),
});

export const wireOrder = wireTotals.extend({
  order_no: z.string(),
  shop_id: z.number().int(),
  /** Opens the checkout to pay: /{shop_id}/checkouts/{token} (ORD-15). */
  token: z.string(),
  email: z.string(),
  order_time: z.number().int(),
  /** Text of status_key. */
  order_status: z.string(),
  /** R61: -1 failed, 0 pending, 1 paid, 2 processing, 3 shipped, 4 completed, 5 cancelled, 6 refunded. */
  status_key: z.number().int(),
  /** Extension: the order waits for the shop's staff. */
  is_on_hold: z.boolean(),
  /** Extension, like packed_at: time of the payment, null before it. */
  paid_at: z.number().int().nullable(),
  /** When the staff marked it as packed, null before that. */
  packed_at: z.number().int().nullable(),
  currency: z.string(),
  payment_method: z.string(),
  shipping_title: z.string(),
  /** Extension: the delivery estimate at order time or, if paid on a later working day, at payment; never changes afterwards. */
  arrives: deliveryEstimateSchema.nullish(),
  /** Extension: the last day of `arrives` is over everywhere. Calculated by the server, so that page texts stay correct. */
  is_late: z.boolean(),
  /** Extension: refunded part of the total. */
  refunded_amount: money,
  /** Extension: parts of tax_amount; if that is 0, taxes included in the prices. */
  tax_lines: z.array(z.object({ title: z.string(), rate: z.number(), amount: money })),
  coupon: z.string(),
  note: z.string(),
  address: wireAddress,
  /** Extension: billing address; absent if it is the delivery address. */
  billing: wireAddress.optional(),
  tracking_info: z.array(wireParcel),
  /** Extension, like returnable: return requests, oldest first. */
  returns: z.array(wireReturn),
  /** Items that can be returned now, null for none. */
  returnable: wireReturnableItems.nullable(),
  variant_items: z.array(wireOrderLine),
  /** Extension: the order's promotions; their amounts add up to total_discount_amount. */
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

/** Reminder of an unpaid order (REMIND-02, R79): contains no personal data. */
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
