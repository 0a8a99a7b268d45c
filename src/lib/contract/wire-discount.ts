/** Schemas of discounts in API responses: discount of a group (DISC-03) and gifts (DISC-05). */
import { z } from 'zod';
import { money } from './fields.ts';

/** Style of a promotion group's banner (DISC-09). */
export const wireBanner = z.object({
  cartShowDiscount: z.boolean(),
  bannerBgColor: z.string(),
  bannerFontColor: z.string(),
});

/** Values for the placeholders {0}, {1} … in `desc` (R68). */
export const wireTemplateValues = z.array(z.union([z.string(), z.number()]));

export const wireAmounts = z.object({ origin_amount: money, discount_amount: money, pay_amount: money });

/** Discount of a group of lines. `status`: 1 the discount applies, 2 its conditions are not met yet, 0 not active. */
export const wireDiscount = z.object({
  status: z.literal([0, 1, 2]),
  seo_url: z.string(),
  discount_type: z.number().int(),
  discount_id: z.number().int(),
  discount_code: z.string(),
  desc: z.string(),
  params: wireTemplateValues,
  amounts: wireAmounts,
  json_config: wireBanner,
});
export type WireDiscount = z.output<typeof wireDiscount>;

/** Rules of a one-price promotion (R109). */
export const wireOnePrice = z.object({
  type: z.number().int(),
  orderAmount: money,
  rangeRules: z.array(z.object({ minPrice: money, maxPrice: money, orderAmount: money })),
});

export const wireGift = z.object({
  product_id: z.number().int(),
  variant_id: z.number().int(),
  /** Number of gift lines that are added automatically; 0 if the shopper chooses the gift (R108). */
  auto_car: z.number().int(),
  title: z.string(),
  seo_url: z.string(),
  image: z.string(),
  variant_option_values: z.array(z.string()),
  original_price: money,
  sale_inventory_quantity: z.number().int(),
  sale_status: z.literal([0, 1]),
  is_product_published: z.boolean(),
});
export type WireGift = z.output<typeof wireGift>;

export const wireGiftDiscount = z.object({
  discount_id: z.number().int(),
  discount_rules: z.array(
    z.object({
      position: z.number().int(),
      achieved: z.boolean(),
      gift_products: z.array(wireGift),
      desc: z.string(),
      params: wireTemplateValues,
    }),
  ),
});
export type WireGiftDiscount = z.output<typeof wireGiftDiscount>;
