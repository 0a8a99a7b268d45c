/** Products as the documents spell them: the card of lists (CARD-01) and the product with options and variants (RECO-04 to 06). */
import { z } from 'zod';
import { money, picture } from './fields.ts';

/** One product in a list. Addresses are paths of this shop. */
export const wireCard = z.object({
  id: z.number().int(),
  seo_url: z.string(),
  title: z.string(),
  sale_price: money,
  /** Null when there is nothing to strike through. */
  compare_at_price: money.nullable(),
  /** Price before one-price promotions. */
  original_price: money,
  /** Address of the main picture. */
  original: z.string(),
  options_image: z.array(z.string()),
  comment_num: z.number().int(),
  comment_avg_star: z.number(),
  /** The first variant that can be bought, else the first. */
  sku_id: z.number().int(),
  /** 1 on sale, 0 sold out. */
  sale_status: z.literal([0, 1]),
  /** Beyond the documents: what a card needs besides. */
  is_presale: z.boolean(),
  no_options: z.boolean(),
  img_size: z.string(),
  picture: picture.nullable(),
});
export type WireCard = z.output<typeof wireCard>;

export const wireCustomOption = z.object({
  /** R57: 1 text, 2 image, 3 card, 4 dropdown, 5 checkbox, 6 button. */
  type: z.number().int(),
  name: z.string(),
  label: z.string(),
  required: z.boolean(),
  price: money,
  values: z.array(z.object({ value: z.string(), price: money, styleValue: z.string().optional() })),
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
export type WireCustomOption = z.output<typeof wireCustomOption>;

export const wireOption = z.object({
  id: z.number().int(),
  name: z.string(),
  /** R58: 1 text, 2 image, 3 colour. */
  style: z.number().int(),
  values: z.array(
    z.object({ id: z.number().int(), value: z.string(), img: z.string(), styleValue: z.string() }),
  ),
});

export const wireVariant = z.object({
  id: z.number().int(),
  optionValueIds: z.array(z.number().int()),
  optionValueNames: z.array(z.string()),
  salePrice: money,
  originalPrice: money,
  availableStockQuantity: z.number().int(),
  inventoryPolicy: z.enum(['deny', 'continue']),
  /** 1 on sale, 0 sold out. */
  sale_status: z.literal([0, 1]),
  imgUrl: z.string(),
  sku: z.string(),
});
export type WireVariant = z.output<typeof wireVariant>;

/** A product with options and variants, for quick add, the recommend modal and re-selection in the bag. */
export const wireProduct = z.object({
  id: z.number().int(),
  title: z.string(),
  seoUrl: z.string(),
  thumbnail: z.string(),
  original: z.string(),
  salePrice: money,
  compareAtPrice: money.nullable(),
  isPreSale: z.boolean(),
  isVirtual: z.boolean(),
  imgSize: z.string(),
  options: z.array(wireOption),
  variants: z.array(wireVariant),
  customizeOptions: z.array(wireCustomOption),
});
export type WireProduct = z.output<typeof wireProduct>;

/** Price of one variant (PRICE-01, PRICE-15). */
export const wireVariantPrice = z.object({
  sku_id: z.number().int(),
  sale_price: money,
  original_price: money,
  /** 0: product information changed, choose again (PRICE-02). */
  tailor_status: z.literal([0, 1]),
});

/** Stock of one variant (PRICE-03). */
export const wireVariantStock = z.object({
  sku_id: z.number().int(),
  sale_inventory_quantity: z.number().int(),
  sale_status: z.literal([0, 1]),
  is_product_deleted: z.boolean(),
  is_product_published: z.boolean(),
});
