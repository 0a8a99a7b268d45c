/**
 * A product as read from a CSV file. A field is undefined if the file has no such column or the cell is empty: an
 * existing product keeps its value, a new one gets the default.
 */
import type { StoredCustomOptions, StoredOptions, StoredOthers } from '../stored-json.ts';
import type { Field } from './columns.ts';

export interface VariantDraft {
  line: number;
  optionValues: string[];
  sku?: string;
  barcode?: string;
  /** Minor units. */
  price?: number;
  compareAtPrice?: number | null;
  stock?: number;
  isTracked?: boolean;
  inventoryPolicy?: 'deny' | 'continue';
  weightGrams?: number;
  requiresShipping?: boolean;
  isTaxable?: boolean;
  /** Path or URL of the variant's image, '' for none. */
  picture?: string;
}

export interface ImageDraft {
  line: number;
  column: string;
  /** Path relative to the CSV file, or a URL. */
  source: string;
  alt: string;
  optionValue: string;
}

export interface ProductDraft {
  line: number;
  handle: string;
  /** The handle that earlier versions derived from the same cell (core/handles.ts). */
  foldedHandle: string;
  title?: string;
  /** Sanitised HTML. */
  descriptionHtml?: string;
  vendor?: string;
  productType?: string;
  tags?: string[];
  /** Titles of collections from the column "Collection". */
  collections: string[];
  isPublished?: boolean;
  isPresale?: boolean;
  /** `YYYY-MM-DD`, '' for none. */
  shipsOn?: string;
  isVirtual?: boolean;
  imgSize?: string;
  seoTitle?: string;
  seoDescription?: string;
  customOptions?: StoredCustomOptions;
  others?: StoredOthers;
  /** Undefined if the file has no option columns. */
  options?: StoredOptions;
  variants: VariantDraft[];
  /** Undefined if the file has no image column. */
  pictures?: ImageDraft[];
  /** Some variant rows were rejected, so stored variants that are missing in the draft are not removed. */
  isIncomplete: boolean;
  /** Some rows or cells were rejected. */
  hasProblems: boolean;
  /** The file's headers, by field. */
  headers: Partial<Record<Field, string>>;
}
