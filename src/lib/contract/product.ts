/** What pages and islands are told about products: the parts that several contract rows share. */
import { z } from 'zod';

/** An amount on the wire: the shop's own currency, at most 2 decimals (R100). */
export const amount = z.number();

export const pictureData = z.object({
  id: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
  color: z.string(),
});

/** A picture in a product's gallery; `option_value` is the option value it shows, '' for all. */
export const productPicture = pictureData.extend({ option_value: z.string() });

export const optionData = z.object({
  name: z.string(),
  /** R58: 1 text, 2 image, 3 colour. */
  style: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  values: z.array(
    z.object({ value: z.string(), styleValue: z.string().optional(), picture: pictureData.optional() }),
  ),
});

/** R57. `price` is added to the unit price. */
export const customOptionData = z.object({
  type: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5), z.literal(6)]),
  name: z.string(),
  label: z.string(),
  required: z.boolean(),
  price: amount,
  values: z.array(z.object({ value: z.string(), price: amount, styleValue: z.string().optional() })),
  show_rule: z.object({ dependOn: z.string(), value: z.string() }).optional(),
  others: z
    .object({
      fill: z.string().optional(),
      fontFamily: z.string().optional(),
      fontSize: z.number().optional(),
      compositeImage: z.string().optional(),
    })
    .optional(),
});

/**
 * All variants of a product, a column a field, so that 500 of them stay small. Row i of every column is
 * variant i. `lib/catalog/variant-table.ts` reads it. Stock numbers are left out: pages are cached and only purged when
 * in-stock turns; the number left comes from API-002.
 */
export const variantTable = z.object({
  sku_id: z.array(z.number().int()),
  /** Positions of the variant's option values in `options[n].values`, one number for each option. */
  choice: z.array(z.array(z.number().int())),
  /** What it costs now, one-price promotions applied. */
  sale_price: z.array(amount),
  /** What it costs without promotions. */
  original_price: z.array(amount),
  compare_at_price: z.array(amount.nullable()),
  /** 1 on sale, 0 sold out (PRICE-03). */
  sale_status: z.array(z.union([z.literal(0), z.literal(1)])),
  /** Position in `pictures`, -1 for none of its own. */
  picture: z.array(z.number().int()),
  sku: z.array(z.string()),
});

/** CARD-01, with what a card needs besides (R33, R94). */
export const productCard = z.object({
  id: z.number().int(),
  seo_url: z.string(),
  title: z.string(),
  /** Lowest price a shopper can pay now, that of `variant` where there is one; one-price promotions applied. */
  sale_price: amount,
  compare_at_price: amount.nullable(),
  /** sale_price without promotions. */
  original_price: amount,
  /** True when variants differ in price ("from …"). */
  price_varies: z.boolean(),
  /** First picture, that of `variant` where there is one; null when the product has none. */
  original: pictureData.nullable(),
  /** A further view of what `original` shows, for a pointer; null when there is none (R160). */
  second: pictureData.nullable(),
  img_size: z.enum(['1:1', '3:4', '4:3']),
  /** Values of the first option that has swatches or pictures; `sku_id` is a variant with that value. */
  options_image: z.array(
    z.object({
      value: z.string(),
      styleValue: z.string().optional(),
      picture: pictureData.nullable(),
      sku_id: z.number().int(),
    }),
  ),
  comment_num: z.number().int(),
  /** One decimal; 0 without reviews (R86). */
  comment_avg_star: z.number(),
  /** `variant`, else the first variant that can be bought, else the first. */
  sku_id: z.number().int(),
  /** The variant it shows, because filters or words ask for one (R160); null: it stands for the product as a whole. */
  variant: z.number().int().nullable(),
  /** Of `variant`, else 1 as soon as any can be bought. */
  sale_status: z.union([z.literal(0), z.literal(1)]),
  in_stock: z.boolean(),
  isPreSale: z.boolean(),
  /** The merchant calls it new: it has the tag `New`. */
  isNew: z.boolean(),
  /** The product has no choice of variants: no option has more than one value (R94). */
  noOptions: z.boolean(),
  has_custom_props: z.boolean(),
});

export const commentData = z.object({
  id: z.number().int(),
  nickname: z.string(),
  star: z.number().int(),
  content: z.string(),
  /** Addresses of its pictures. */
  images: z.array(z.string()),
  like_num: z.number().int(),
  /** Whether this visitor likes it; always false in cached pages. */
  liked: z.boolean(),
  /** Bought here (R130). */
  is_verified: z.boolean(),
  /** Beyond the documents: option values of the variant that was bought, `Sage / Large`; '' where it is not known (R155). */
  variant: z.string(),
  /** ms UTC. */
  created_at: z.number().int(),
});

export const commentAggregate = z.object({
  comment_num: z.number().int(),
  comment_avg_star: z.number(),
  /** How many reviews gave 1, 2, 3, 4 and 5 stars, in that order. */
  star_counts: z.array(z.number().int()).length(5),
});

export type PictureData = z.output<typeof pictureData>;
export type ProductCardData = z.output<typeof productCard>;
export type VariantTable = z.output<typeof variantTable>;
export type CustomOptionData = z.output<typeof customOptionData>;
export type CommentData = z.output<typeof commentData>;
export type CommentAggregate = z.output<typeof commentAggregate>;
