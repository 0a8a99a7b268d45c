/** The open checkout as its page reads and saves it. */
import { z } from 'zod';
import { arrivalSchema } from './arrival.ts';
import { checkoutToken, email, flag, personLine, personText, sentAmount, text, word } from './fields.ts';
import { sentAddress, wireAddress } from './wire-address.ts';
import { wireDiscount } from './wire-discount.ts';
import { wireOrderLine, wireSums } from './wire-order.ts';
import { wireShipping } from './wire-shipping.ts';

/** Fields of the checkout page; saving sends the changed ones (API-052), submitting all it has (API-027). */
export const sentCheckout = z.object({
  email: email.optional(),
  phone: personLine(40).optional(),
  address: sentAddress.optional(),
  /** Of the payment, null where it is the delivery's. */
  billing: sentAddress.nullable().optional(),
  /** Id of a row of GET /api/v1/shippings, as text. */
  shipping_id: text(64).optional(),
  coupon: text(64).optional(),
  scConfirm: flag.optional(),
  insurance: flag.optional(),
  /** Amount, shop currency. */
  tip: sentAmount.optional(),
  payment_method: text(64).optional(),
  note: personText(1000).optional(),
  tax_id: personLine(64).optional(),
  /** Express payment approved before (R64). */
  paypalOrderId: word.optional(),
  /** The box "show my first name in recent purchases" (R125). */
  show_name: flag.optional(),
  /** State of the checkout that the page has read; an older one is answered 10209 (R66). */
  version: z.number().int().min(0).optional(),
  /** What the page showed; when the server's differs nothing is ordered, 10209 tells why. */
  total_price: sentAmount.optional(),
  lang: text(16).optional(),
  extra_params: z.record(z.string().max(64), z.string().max(1000)).optional(),
});
export type SentCheckout = z.output<typeof sentCheckout>;

/** A line of the summary; `problem` as in a bag's answer ('' can be bought). */
export const wireCheckoutLine = wireOrderLine.extend({ problem: z.string() });

export const wireCheckout = wireSums.extend({
  token: checkoutToken,
  shop_id: z.number().int(),
  web_url: z.string(),
  /** `ordered`: the order exists and is waiting for its payment, or is paid. */
  state: z.enum(['open', 'ordered']),
  /** '' until ordered; status_key as of orders. */
  order_no: z.string(),
  status_key: z.number().int(),
  version: z.number().int(),
  /** R65: 1 buy now, 2 bag, 3 recommend modal. */
  source: z.number().int(),
  currency: z.string(),
  email: z.string(),
  phone: z.string(),
  address: wireAddress,
  /** Of the payment; left out where it is the delivery's. */
  billing: wireAddress.optional(),
  /** Something has to be shipped. */
  requires_shipping: z.boolean(),
  shipping_id: z.string(),
  /** Methods of the address's country that fit this bag. */
  shippings: z.array(wireShipping),
  /** When it arrives by the method of `shipping_id`; of an order as it was placed. */
  arrives: arrivalSchema.nullish(),
  coupon: z.string(),
  /** The coupon would lower the discount: ask, then send scConfirm 1 (R102). */
  need_second_confirm: z.boolean(),
  insurance: z.literal([0, 1]),
  /** Offer of shipping insurance, null when there is none. */
  insurance_offer: z.object({ title: z.string(), desc: z.string(), amount: z.number() }).nullable(),
  tax_lines: z.array(z.object({ title: z.string(), rate: z.number(), amount: z.number() })),
  /** Tax is part of the prices, not added to the total. */
  tax_included: z.boolean(),
  payment_method: z.string(),
  note: z.string(),
  tax_id: z.string(),
  /** An approved express payment waits to be confirmed. */
  paypal_order_id: z.string(),
  /** What this visitor agreed to there; null without one, or where it is not theirs. */
  paypal_amount: z.number().nullable(),
  variant_items: z.array(wireCheckoutLine),
  discounts: z.array(wireDiscount),
});
export type WireCheckout = z.output<typeof wireCheckout>;
