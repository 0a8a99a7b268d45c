/** The open checkout in the format of its page. */
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

/** Fields of the checkout page; saving sends the changed ones (API-052), submitting sends all (API-027). */
export const checkoutInput = z.object({
  email: email.optional(),
  phone: userTextLine(40).optional(),
  address: addressInput.optional(),
  /** Billing address; null if it is the delivery address. */
  billing: addressInput.nullable().optional(),
  /** Id from GET /api/v1/shippings, as text. */
  shipping_id: text(64).optional(),
  coupon: text(64).optional(),
  scConfirm: flag.optional(),
  insurance: flag.optional(),
  /** Amount, shop currency. */
  tip: clientAmount.optional(),
  payment_method: text(64).optional(),
  note: userText(1000).optional(),
  tax_id: userTextLine(64).optional(),
  /** Express payment already approved (R64). */
  paypalOrderId: referenceCode.optional(),
  /** The checkbox "show my first name in recent purchases" (R125). */
  show_name: flag.optional(),
  /** Version of the checkout that the page has; an outdated one gets 10209 (R66). */
  version: z.number().int().min(0).optional(),
  /** Total that the page shows; if the server's differs, it places no order and responds with 10209. */
  total_price: clientAmount.optional(),
  lang: text(16).optional(),
  extra_params: z.record(z.string().max(64), z.string().max(1000)).optional(),
});
export type CheckoutInput = z.output<typeof checkoutInput>;

/** A line of the summary; `problem` as in bag pricing ('' for none). */
export const wireCheckoutLine = wireOrderLine.extend({ problem: z.string() });

export const wireCheckout = wireTotals.extend({
  token: checkoutToken,
  shop_id: z.number().int(),
  web_url: z.string(),
  /** `ordered`: the order exists and is paid or awaits payment. */
  state: z.enum(['open', 'ordered']),
  /** '' until ordered; status_key as in orders. */
  order_no: z.string(),
  status_key: z.number().int(),
  version: z.number().int(),
  /** R65: 1 buy now, 2 bag, 3 recommend modal. */
  source: z.number().int(),
  currency: z.string(),
  email: z.string(),
  phone: z.string(),
  address: wireAddress,
  /** Billing address; absent if it is the delivery address. */
  billing: wireAddress.optional(),
  /** At least one line needs shipping. */
  requires_shipping: z.boolean(),
  shipping_id: z.string(),
  /** Methods for the address's country and this bag. */
  shippings: z.array(wireShippingRule),
  /** Delivery estimate of the selected method; for an order, the estimate at the time it was placed. */
  arrives: deliveryEstimateSchema.nullish(),
  coupon: z.string(),
  /** The coupon would lower the discount: ask the shopper, then send scConfirm 1 (R102). */
  need_second_confirm: z.boolean(),
  insurance: z.literal([0, 1]),
  /** Offer of shipping insurance, null if there is none. */
  insurance_offer: z.object({ title: z.string(), desc: z.string(), amount: z.number() }).nullable(),
  tax_lines: z.array(z.object({ title: z.string(), rate: z.number(), amount: z.number() })),
  /** Prices include the tax; it is not added to the total. */
  tax_included: z.boolean(),
  payment_method: z.string(),
  note: z.string(),
  tax_id: z.string(),
  /** An approved express payment that awaits confirmation. */
  paypal_order_id: z.string(),
  /** Amount that this visitor approved; null without one, or for another visitor. */
  paypal_amount: z.number().nullable(),
  variant_items: z.array(wireCheckoutLine),
  discounts: z.array(wireDiscount),
});
export type WireCheckout = z.output<typeof wireCheckout>;
