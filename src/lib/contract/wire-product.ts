/** Schemas of a product with options and variants in the format of the requirements (RECO-04 to 06), and of its prices and stock. */
import { z } from 'zod';
import { money } from './fields.ts';
import { customOptionData, wireImage } from './product.ts';

export const wireOption = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Display style of the option (R58): 1 text, 2 image, 3 colour. */
  style: z.number().int(),
  values: z.array(
    z.object({
      id: z.number().int(),
      value: z.string(),
      img: z.string(),
      styleValue: z.string(),
      /** Image data of `img`, or of the image of a variant with this value; other platforms omit this field. */
      picture: wireImage.optional(),
      /** A second image of the same variant as `picture` (R160), if there is one. */
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
  /** Compare-at price; other platforms omit this field. */
  compareAtPrice: money.nullable().optional(),
  availableStockQuantity: z.number().int(),
  inventoryPolicy: z.enum(['deny', 'continue']),
  /** 1 for sale, 0 sold out. */
  sale_status: z.literal([0, 1]),
  imgUrl: z.string(),
  sku: z.string(),
});

/** A product with options and variants, for quick add, the recommendation modal and re-selection in the bag. */
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
  /** 0: the product has changed, so that the shopper must select its options again (PRICE-02). */
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
