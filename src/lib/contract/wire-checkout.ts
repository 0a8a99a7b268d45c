/** Schemas of a checkout in requests and responses of the checkout page. */
import { z } from 'zod';
import { deliveryEstimateSchema } from './delivery-estimate.ts';
import {
  checkoutToken,
  clientAmount,
  email,
  flag,
  referenceCode,
  text,
  userText,
  userTextLine,
} from './fields.ts';
import { addressInput, wireAddress } from './wire-address.ts';
import { wireDiscount } from './wire-discount.ts';
import { wireOrderLine, wireTotals } from './wire-order.ts';
import { wireShippingRule } from './wire-shipping.ts';

/** Fields of the checkout page. Saving sends only changed fields (API-052), submitting sends all of them (API-027). */
export const checkoutInput = z.object({
  email: email.optional(),
  phone: userTextLine(40).optional(),
  address: addressInput.optional(),
  /** Billing address; null if it is the delivery address. */
  billing: addressInput.nullable().optional(),
  /** Id of the shipping method, from GET /api/v1/shippings. */
  shipping_id: text(64).optional(),
  coupon: text(64).optional(),
  scConfirm: flag.optional(),
  insurance: flag.optional(),
  /** Tip, in the shop's currency. */
  tip: clientAmount.optional(),
  payment_method: text(64).optional(),
  note: userText(1000).optional(),
  tax_id: userTextLine(64).optional(),
  /** Id of an express PayPal order that the shopper has already approved (R64). */
  paypalOrderId: referenceCode.optional(),
  /** State of the checkbox "show my first name in recent purchases" (R125). */
  show_name: flag.optional(),
  /** Version of the checkout that the page displays; an outdated version is rejected with 10209 (R66). */
  version: z.number().int().min(0).optional(),
  /** Total that the page displays; if the server calculates a different total, it creates no order and responds with 10209. */
  total_price: clientAmount.optional(),
  lang: text(16).optional(),
  extra_params: z.record(z.string().max(64), z.string().max(1000)).optional(),
});
export type CheckoutInput = z.output<typeof checkoutInput>;

/** A line of the checkout's order summary; `problem` has the same values as in bag pricing ('' for none). */
export const wireCheckoutLine = wireOrderLine.extend({ problem: z.string() });

export const wireCheckout = wireTotals.extend({
  token: checkoutToken,
  shop_id: z.number().int(),
  web_url: z.string(),
  /** `ordered`: the order exists and is paid or awaits payment. */
  state: z.enum(['open', 'ordered']),
  /** Order number; '' until the order is placed. `status_key` has the same values as in orders. */
  order_no: z.string(),
  status_key: z.number().int(),
  version: z.number().int(),
  /** Where the checkout was started (R65): 1 buy now, 2 bag, 3 recommendation modal. */
  source: z.number().int(),
  currency: z.string(),
  email: z.string(),
  phone: z.string(),
  address: wireAddress,
  /** Billing address; absent if it is the delivery address. */
  billing: wireAddress.optional(),
  /** True if at least one line needs shipping. */
  requires_shipping: z.boolean(),
  shipping_id: z.string(),
  /** Shipping methods for the address's country and the lines of this checkout. */
  shippings: z.array(wireShippingRule),
  /** Delivery estimate of the selected method; for an order, the estimate at the time it was placed. */
  arrives: deliveryEstimateSchema.nullish(),
  coupon: z.string(),
  /** True if the coupon would lower the discount: ask the shopper to confirm, then send scConfirm 1 (R102). */
  need_second_confirm: z.boolean(),
  insurance: z.literal([0, 1]),
  /** Offered shipping insurance; null if there is none. */
  insurance_offer: z.object({ title: z.string(), desc: z.string(), amount: z.number() }).nullable(),
  tax_lines: z.array(z.object({ title: z.string(), rate: z.number(), amount: z.number() })),
  /** True if prices already include the tax, so that it is not added to the total. */
  tax_included: z.boolean(),
  payment_method: z.string(),
  note: z.string(),
  tax_id: z.string(),
  /** Id of an approved express PayPal order that the shopper has not confirmed yet. */
  paypal_order_id: z.string(),
  /** Amount that the shopper approved at PayPal; null if there is none, or if another visitor opened the checkout. */
  paypal_amount: z.number().nullable(),
  variant_items: z.array(wireCheckoutLine),
  discounts: z.array(wireDiscount),
});
export type WireCheckout = z.output<typeof wireCheckout>;
