/**
 * Checkout groups (DISC-01, R65, R100): the request and response format of bag pricing. Unknown fields are dropped, so that newer
 * or third-party clients still work.
 */
import { z } from 'zod';
import { maxLineQuantity } from './bag-limits.ts';
import { bodyId, clientAmount, flag, listLimit, money, referenceCode, text } from './fields.ts';
import { wireDiscount, wireGift, wireGiftDiscount } from './wire-discount.ts';

/** A chosen customisation (R94). */
export const customisationValue = z.object({
  name: text(100),
  type: z.number().int().min(1).max(6),
  value: text(1000),
});

export const checkoutItemInput = z.object({
  product_id: bodyId,
  variant_id: bodyId,
  quantity: z.number().int().min(1).max(maxLineQuantity),
  variant_price: clientAmount.nullish(),
  title: text(500).nullish(),
  is_selected: flag.default(1),
  is_gift: flag.default(0),
  gift_discount_id: bodyId.nullish(),
  discount_rule_position: z.number().int().min(0).max(1000).nullish(),
  auto_car: z.number().int().min(0).max(1000).nullish(),
  is_disable_gift: flag.default(0),
  tailor_req_list: z.array(customisationValue).max(50).nullish(),
  variant_customized_option: z.array(z.unknown()).max(50).nullish(),
  variant_option_values: z.array(text(255)).max(20).nullish(),
  /** Line id created by the client; the response contains the same id (R94). */
  random_id: text(64).default(''),
  sku_bundle_id: z.union([bodyId, referenceCode]).nullish(),
  /** Units per set of a bundle line (R100). */
  extend_params: z.object({ unit: z.number().int().min(1).max(maxLineQuantity).optional() }).nullish(),
});
export type CheckoutItemInput = z.output<typeof checkoutItemInput>;

export const checkoutGroupInput = z.object({
  variant_items: z.array(checkoutItemInput).max(listLimit),
  coupon: text(64).nullish(),
  is_do_second_confirm: flag.nullish(),
  /** Only for bundles: `discount_code` is the bundle's code. */
  discount: z.object({ discount_code: text(64).nullish() }).nullish(),
});
export type CheckoutGroupInput = z.output<typeof checkoutGroupInput>;

/** The bag in a request: at most 1000 groups of at most 1000 lines each; bag requests are limited to 64 KiB. */
export const checkoutGroupInputs = z.array(checkoutGroupInput).max(listLimit);

export const wireItem = z.object({
  product_id: z.number().int(),
  variant_id: z.number().int(),
  quantity: z.number().int(),
  /** Unit price, including one-price promotions and customisation surcharges. */
  variant_price: money,
  original_price: money,
  title: z.string(),
  is_selected: z.literal([0, 1]),
  is_gift: z.literal([0, 1]),
  gift_discount_id: z.number().int().nullable(),
  discount_rule_position: z.number().int().nullable(),
  auto_car: z.number().int().nullable(),
  is_disable_gift: z.literal([0, 1]),
  tailor_req_list: z.array(customisationValue),
  random_id: z.string(),
  sku_bundle_id: z.union([z.number(), z.string()]).nullable(),
  /** 1 if the item can be bought, 0 if not (PRICE-05). */
  status: z.literal([0, 1]),
  /** Problem of the item: sold_out, not_enough, changed, deleted, unpublished, presale, gift_lost; '' if there is none. */
  problem: z.string(),
  /** variant_price × quantity. `discount_amount` is the discount on it, `pay_amount` the amount to pay. */
  origin_amount: money,
  discount_amount: money,
  pay_amount: money,
});
export type WireItem = z.output<typeof wireItem>;

export const wireGroup = z.object({ variant_items: z.array(wireItem), discount: wireDiscount.optional() });
export type WireGroup = z.output<typeof wireGroup>;

/** Response of the request that calculates the bag's discounts (DISC-06). */
export const wireBagDiscount = z.object({
  checkout_items: z.array(wireGroup),
  total_pay_amount: money,
  total_discount_amount: money,
  discount_gifts: z.array(wireGiftDiscount),
  gift_products: z.array(wireGift),
  auto_fill_coupon_code: z.string(),
  /** Coupon in effect, '' for none. */
  coupon: z.string(),
  need_second_confirm: z.boolean(),
});
export type WireBagDiscount = z.output<typeof wireBagDiscount>;
