/** A product with options and variants in the documented format (RECO-04 to 06), and its prices and stock. */
import { z } from 'zod';
import { money } from './fields.ts';
import { customOptionData, wireImage } from './product.ts';

export const wireOption = z.object({
  id: z.number().int(),
  name: z.string(),
  /** R58: 1 text, 2 image, 3 colour. */
  style: z.number().int(),
  values: z.array(
    z.object({
      id: z.number().int(),
      value: z.string(),
      img: z.string(),
      styleValue: z.string(),
      /** Image variants of `img`, or of the picture of a variant with this value; other platforms omit it. */
      picture: wireImage.optional(),
      /** Another view of that variant (R160), if there is one. */
      second: wireImage.optional(),
    }),
  ),
});

export const wireVariant = z.object({
  id: z.number().int(),
  optionValueIds: z.array(z.number().int()),
  optionValueNames: z.array(z.string()),
  salePrice: money,
  originalPrice: money,
  /** Other platforms omit it. */
  compareAtPrice: money.nullable().optional(),
  availableStockQuantity: z.number().int(),
  inventoryPolicy: z.enum(['deny', 'continue']),
  /** 1 on sale, 0 sold out. */
  sale_status: z.literal([0, 1]),
  imgUrl: z.string(),
  sku: z.string(),
});

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
  customizeOptions: z.array(customOptionData),
});
export type WireProduct = z.output<typeof wireProduct>;

/** Price of one variant (PRICE-01, PRICE-15). */
export const wireVariantPrice = z.object({
  sku_id: z.number().int(),
  sale_price: money,
  original_price: money,
  /** 0: the product has changed, so the shopper must choose again (PRICE-02). */
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
