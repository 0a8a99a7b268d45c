/** What the catalogue store hands to other domains. Amounts are minor units of the shop's currency. */
import type { Picture } from '#lib/media/picture.ts';
import type { StoredCustomOptions } from './stored-json.ts';

export interface OptionValue {
  value: string;
  /** Colour of a swatch, `#rrggbb`. */
  styleValue?: string;
  picture?: Picture;
}

export interface ProductOption {
  name: string;
  /** R58: 1 text, 2 image, 3 colour. */
  style: 1 | 2 | 3;
  values: OptionValue[];
}

/** R57. */
export type CustomOption = StoredCustomOptions[number];

/** A variant with what pricing, the bag and checkout need of its product. */
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
  /** Day from which a pre-sale product is sent, `YYYY-MM-DD`, null where nobody said. */
  shipsOn: string | null;
  isDeleted: boolean;
  picture: Picture | null;
}

/** A variant beside its product, which has the rest. Its picture is one of the product's gallery. */
export type OwnVariant = Pick<
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
