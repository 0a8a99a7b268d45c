/** Types of the records that the catalogue stores return to other domains. Amounts are in minor units of the shop's currency. */
import type { MediaImage } from '#lib/media/image.ts';
import type { StoredCustomOptions } from './stored-json.ts';

export interface OptionValue {
  value: string;
  /** Swatch colour, `#rrggbb`. */
  styleValue?: string;
  picture?: MediaImage;
}

export interface ProductOption {
  name: string;
  /** Display style (R58): 1 text, 2 image, 3 colour. */
  style: 1 | 2 | 3;
  values: OptionValue[];
}

/** A customisation option (R57). */
export type CustomOption = StoredCustomOptions[number];

/** A variant with the product fields that pricing, the bag and checkout need. */
export interface VariantRecord {
  id: number;
  productId: number;
  productTitle: string;
  handle: string;
  title: string;
  optionValues: string[];
  options: ProductOption[];
  customOptions: CustomOption[];
  sku: string;
  price: number;
  compareAtPrice: number | null;
  stock: number;
  isTracked: boolean;
  inventoryPolicy: 'deny' | 'continue';
  weightGrams: number;
  requiresShipping: boolean;
  isTaxable: boolean;
  isPublished: boolean;
  isPresale: boolean;
  /** First shipping day of a pre-sale product, `YYYY-MM-DD`, null if not set. */
  shipsOn: string | null;
  isDeleted: boolean;
  picture: MediaImage | null;
}

/** A variant without the fields of its product. The variant's image is one of the product's gallery. */
export type VariantFields = Pick<
  VariantRecord,
  | 'id'
  | 'optionValues'
  | 'sku'
  | 'price'
  | 'compareAtPrice'
  | 'stock'
  | 'isTracked'
  | 'inventoryPolicy'
  | 'weightGrams'
  | 'requiresShipping'
  | 'picture'
> & { barcode: string };
