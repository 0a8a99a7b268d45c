/**
 * A product as a file describes it. An undefined field has no column or an empty cell: an existing product keeps its value, a new
 * one gets the default.
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
  /** Path or URL of its picture, '' for none. */
  picture?: string;
}

export interface ImageDraft {
  line: number;
  column: string;
  /** Path relative to the file, or a URL. */
  source: string;
  alt: string;
  optionValue: string;
}

export interface ProductDraft {
  line: number;
  handle: string;
  /** The handle that earlier versions made from the same cell (core/handles.ts). */
  foldedHandle: string;
  title?: string;
  /** Sanitised. */
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
  /** Undefined when the file has no option columns at all. */
  options?: StoredOptions;
  variants: VariantDraft[];
  /** Undefined when the file has no picture column. */
  pictures?: ImageDraft[];
  /** Some rows were rejected, so a stored variant that is missing here is not removed. */
  isIncomplete: boolean;
  /** Some rows or cells were rejected. */
  hasProblems: boolean;
  /** The file's headers, by field. */
  headers: Partial<Record<Field, string>>;
}
