/** Schemas of product data for pages and islands, shared by several endpoints. */
import { z } from 'zod';

/** Amount in API responses, in the shop's currency with at most 2 decimals (R100). */
export const amount = z.number();

export const wireImage = z.object({
  id: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
  color: z.string(),
});

/** An image of the product gallery; `option_value` is the option value that it depicts, '' for all values. */
export const productImage = wireImage.extend({ option_value: z.string() });

export const optionData = z.object({
  name: z.string(),
  /** Display style of the option (R58): 1 text, 2 image, 3 colour. */
  style: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  values: z.array(
    z.object({ value: z.string(), styleValue: z.string().optional(), picture: wireImage.optional() }),
  ),
});

/** A customisation option (R57). `price` is added to the unit price. */
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
 * All variants of a product as one array per field, which keeps the JSON of 500 variants small. Index i of every array is variant i.
 * `lib/catalog/variant-table.ts` reads the table. It has no stock quantities, because cached pages are purged only when a variant sells out
 * or is back in stock; API-002 returns the quantity.
 */
export const variantTable = z.object({
  sku_id: z.array(z.number().int()),
  /** Indexes of the variant's values in `options[n].values`, one per option. */
  choice: z.array(z.array(z.number().int())),
  /** Current price, including one-price promotions. */
  sale_price: z.array(amount),
  /** Price without promotions. */
  original_price: z.array(amount),
  compare_at_price: z.array(amount.nullable()),
  /** 1 for sale, 0 sold out (PRICE-03). */
  sale_status: z.array(z.union([z.literal(0), z.literal(1)])),
  /** Index in `pictures`; -1 if the variant has no image of its own. */
  picture: z.array(z.number().int()),
  sku: z.array(z.string()),
});

/** A product card: the fields of CARD-01 and further fields (R33, R94). */
export const productCard = z.object({
  id: z.number().int(),
  seo_url: z.string(),
  title: z.string(),
  /** Lowest current price, or the price of `variant` if set; includes one-price promotions. */
  sale_price: amount,
  compare_at_price: amount.nullable(),
  /** Price of the same variant as `sale_price`, but without promotions. */
  original_price: amount,
  /** True if the variants have different prices ("from …"). */
  price_varies: z.boolean(),
  /**
   * Cheapest reduced variant, if the variant with `sale_price` is not reduced; absent for none and if `variant` is set. `name` is its
   * short name, such as `1.5 l`.
   */
  reduced: z.object({ name: z.string(), sale_price: amount, price_before: amount }).optional(),
  /** First image, or the image of `variant` if set; null if the product has none. */
  original: wireImage.nullable(),
  /** Another photo of the product in `original`, displayed on hover; null if there is none (R160). */
  second: wireImage.nullable(),
  img_size: z.enum(['1:1', '3:4', '4:3']),
  /** Values of the first option with swatches or images; `sku_id` is a variant with that value. */
  options_image: z.array(
    z.object({
      value: z.string(),
      styleValue: z.string().optional(),
      picture: wireImage.nullable(),
      sku_id: z.number().int(),
    }),
  ),
  comment_num: z.number().int(),
  /** Average rating with one decimal; 0 without reviews (R86). */
  comment_avg_star: z.number(),
  /** Id of `variant` if set; otherwise of the first variant for sale, or of the first variant if none is for sale. */
  sku_id: z.number().int(),
  /**
   * Id of the variant that the card displays, because filters or search terms request it (R160); null if the card represents the whole
   * product.
   */
  variant: z.number().int().nullable(),
  /** Sale status of `variant` if set; otherwise 1 if any variant is for sale. */
  sale_status: z.union([z.literal(0), z.literal(1)]),
  in_stock: z.boolean(),
  isPreSale: z.boolean(),
  /** True if the product has the tag `New`. */
  isNew: z.boolean(),
  /** True if no option has more than one value, so that there is nothing to choose (R94). */
  noOptions: z.boolean(),
  has_custom_props: z.boolean(),
});

export const commentData = z.object({
  id: z.number().int(),
  nickname: z.string(),
  star: z.number().int(),
  content: z.string(),
  /** URLs of the review's images. */
  images: z.array(z.string()),
  like_num: z.number().int(),
  /** True if the client likes the review; always false in cached pages. */
  liked: z.boolean(),
  /** True if the reviewer bought the product in this shop (R130). */
  is_verified: z.boolean(),
  /** API extension: option values of the purchased variant, `Sage / Large`; '' if unknown (R155). */
  variant: z.string(),
  /** Time at which the review was written, ms UTC. */
  created_at: z.number().int(),
});

export const commentAggregate = z.object({
  comment_num: z.number().int(),
  comment_avg_star: z.number(),
  /** Number of reviews with 1, 2, 3, 4 and 5 stars, in that order. */
  star_counts: z.array(z.number().int()).length(5),
});

export type WireImage = z.output<typeof wireImage>;
export type ProductCardData = z.output<typeof productCard>;
export type VariantTable = z.output<typeof variantTable>;
export type CustomOptionData = z.output<typeof customOptionData>;
export type CommentData = z.output<typeof commentData>;
export type CommentAggregate = z.output<typeof commentAggregate>;
