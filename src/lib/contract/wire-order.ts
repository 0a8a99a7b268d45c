/** Schemas of orders in the format of the requirements (ORD-07 to ORD-12). */
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
  /** Customisation of the line as JSON text, as required by ORD-12. */
  tailor_properties: z.string(),
  variant_custom_props: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type WireOrderLine = z.output<typeof wireOrderLine>;

export const wireParcel = z.object({
  tracking_num: z.string(),
  tracking_company: z.string(),
  tracking_update_time: z.number().int(),
  /** API extension: time at which the staff marked the parcel as delivered. */
  delivered_at: z.number().int().nullable(),
  /** API extension: URL of the parcel on the external tracking site; '' without a tracking number (R88). */
  tracking_url: z.string(),
  order_info: z.array(
    z.object({
      title: z.string(),
      /** API extension: option values of the item, joined for display. */
      variant_option: z.string(),
      quantity: z.number().int(),
      image_url: z.string(),
    }),
  ),
});

export const wireOrder = wireTotals.extend({
  order_no: z.string(),
  shop_id: z.number().int(),
  /** Token of the order's checkout page, where the order can be paid: /{shop_id}/checkouts/{token} (ORD-15). */
  token: z.string(),
  email: z.string(),
  order_time: z.number().int(),
  /** Label of the status in `status_key`. */
  order_status: z.string(),
  /** Order status (R61): -1 failed, 0 pending, 1 paid, 2 processing, 3 shipped, 4 completed, 5 cancelled, 6 refunded. */
  status_key: z.number().int(),
  /** API extension: true if the order is on hold until the shop's staff acts. */
  is_on_hold: z.boolean(),
  /** API extension, like `packed_at`: time of payment; null until the order is paid. */
  paid_at: z.number().int().nullable(),
  /** Time at which the staff marked the order as packed; null until then. */
  packed_at: z.number().int().nullable(),
  currency: z.string(),
  payment_method: z.string(),
  shipping_title: z.string(),
  /**
   * API extension: delivery estimate at the time of the order or, if it was paid on a later working day, at the time of payment; it never
   * changes afterwards.
   */
  arrives: deliveryEstimateSchema.nullish(),
  /**
   * API extension: true if the last day of `arrives` has ended in every time zone. Calculated by the server, so that the server-rendered
   * and the hydrated page show the same text.
   */
  is_late: z.boolean(),
  /** API extension: amount of the total that has been refunded. */
  refunded_amount: money,
  /** API extension: the taxes that make up tax_amount; if tax_amount is 0, the taxes included in the prices. */
  tax_lines: z.array(z.object({ title: z.string(), rate: z.number(), amount: money })),
  coupon: z.string(),
  note: z.string(),
  address: wireAddress,
  /** API extension: billing address; absent if it is the delivery address. */
  billing: wireAddress.optional(),
  tracking_info: z.array(wireParcel),
  /** API extension, like `returnable`: return requests of the order, oldest first. */
  returns: z.array(wireReturn),
  /** Items that can be returned now, null for none. */
  returnable: wireReturnableItems.nullable(),
  variant_items: z.array(wireOrderLine),
  /** API extension: promotions that apply to the order; their amounts add up to total_discount_amount. */
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
