/** Plans which rows to write for a product, by applying a draft to the stored product. Pure. */
import type { Selectable } from 'kysely';
import type { ProductsTable, VariantsTable } from '../db/tables.ts';
import type { ProductDraft, VariantDraft } from './csv/draft.ts';
import type { StarColumn } from './star-counts.ts';
import { saleStatus } from './stock.ts';
import {
  parseJsonColumn,
  type StoredOptions,
  storedOptionsSchema,
  storedOthersSchema,
  storedStringsSchema,
} from './stored-json.ts';

type ProductRow = Selectable<ProductsTable>;
type VariantRow = Selectable<VariantsTable>;

export interface StoredProductImage {
  media_id: string;
  alt: string;
  option_value: string;
}

/** A product as stored in the database. */
export interface StoredProduct {
  row: ProductRow;
  /** Variants in order, without deleted ones. */
  variants: VariantRow[];
  pictures: StoredProductImage[];
}

export type ProductRowValues = Omit<
  ProductRow,
  'id' | 'comment_num' | 'comment_star_sum' | StarColumn | 'sold_count' | 'created_at' | 'updated_at'
>;
export type VariantRowValues = Omit<
  VariantRow,
  'id' | 'product_id' | 'back_told' | 'created_at' | 'updated_at' | 'deleted_at'
>;

export interface ProductWritePlan {
  product: ProductRowValues;
  /** Variants in order; `id` is set if the variant is already stored. */
  variants: (VariantRowValues & { id?: number })[];
  pictures: StoredProductImage[];
  /** Ids of stored variants that are no longer sold. */
  dropped: number[];
}

/**
 * Returns the rows to write for a product.
 * @param mediaOf image ids by source; images without an entry are left out
 * @throws Error with a message for the merchant if the draft does not match the stored product
 */
export function planProductWrite(
  draft: ProductDraft,
  stored: StoredProduct | null,
  mediaOf: ReadonlyMap<string, string>,
): ProductWritePlan {
  const old = stored?.row;
  const options =
    structuredClone(draft.options) ?? (old ? parseJsonColumn(storedOptionsSchema, old.options) : []);
  if (!draft.options && options.length > 0) {
    throw new Error(
      'The product has options, so the file needs the option columns to identify its variants.',
    );
  }
  if (draft.variants.length === 0)
    throw new Error('None of the variants can be imported, so the product was not changed.');
  const existingVariants = new Map(stored?.variants.map((variant) => [variant.option_values, variant]));
  const variants = draft.variants.map((variant, position) =>
    planVariant(variant, position, existingVariants, mediaOf),
  );
  const live = new Set(variants.map((variant) => variant.id));
  const missing = stored?.variants.filter((variant) => !live.has(variant.id)) ?? [];
  const dropped: number[] = [];
  for (const variant of missing) {
    const { product_id, back_told, created_at, updated_at, deleted_at, ...values } = variant;
    const optionValues = parseJsonColumn(storedStringsSchema, variant.option_values);
    // A variant with a different number of options could be neither identified nor selected, so it is dropped.
    if (!draft.isIncomplete || optionValues.length !== options.length) {
      dropped.push(variant.id);
      continue;
    }
    variants.push({ ...values, position: variants.length });
    keepValues(options, optionValues);
  }
  const prices = variants.map((variant) => variant.price);
  return {
    product: {
      handle: draft.handle,
      title: draft.title ?? old?.title ?? draft.handle,
      description_html: draft.descriptionHtml ?? old?.description_html ?? '',
      vendor: draft.vendor ?? old?.vendor ?? '',
      product_type: draft.productType ?? old?.product_type ?? '',
      tags: draft.tags ? JSON.stringify(draft.tags) : (old?.tags ?? '[]'),
      options: JSON.stringify(options),
      custom_options: draft.customOptions
        ? JSON.stringify(draft.customOptions)
        : (old?.custom_options ?? '[]'),
      others: JSON.stringify(draft.others ?? parseJsonColumn(storedOthersSchema, old?.others ?? '{}')),
      is_published: bit(draft.isPublished) ?? old?.is_published ?? 0,
      is_presale: bit(draft.isPresale) ?? old?.is_presale ?? 0,
      ships_on: draft.shipsOn ?? old?.ships_on ?? '',
      is_virtual: bit(draft.isVirtual) ?? old?.is_virtual ?? 0,
      img_size: draft.imgSize ?? old?.img_size ?? '1:1',
      seo_title: draft.seoTitle ?? old?.seo_title ?? '',
      seo_description: draft.seoDescription ?? old?.seo_description ?? '',
      min_price: Math.min(...prices),
      max_price: Math.max(...prices),
      in_stock: variants.some(canBeBought) ? 1 : 0,
      deleted_at: null,
    },
    variants,
    pictures: planPictures(draft, mediaOf) ?? stored?.pictures ?? [],
    dropped,
  };
}

/** Adds the option values of a stored variant that are missing in the file. */
function keepValues(options: StoredOptions, values: readonly string[]): void {
  for (const [at, value] of values.entries()) {
    const existingValues = options[at]?.values;
    if (existingValues && !existingValues.some((entry) => entry.value === value))
      existingValues.push({ value });
  }
}

function planVariant(
  draft: VariantDraft,
  position: number,
  existingVariants: ReadonlyMap<string, VariantRow>,
  mediaOf: ReadonlyMap<string, string>,
): VariantRowValues & { id?: number } {
  const optionValues = JSON.stringify(draft.optionValues);
  const old = existingVariants.get(optionValues);
  return {
    ...(old && { id: old.id }),
    position,
    title: draft.optionValues.join(' / '),
    option_values: optionValues,
    sku: draft.sku ?? old?.sku ?? '',
    barcode: draft.barcode ?? old?.barcode ?? '',
    price: draft.price ?? old?.price ?? 0,
    compare_at_price:
      draft.compareAtPrice === undefined ? (old?.compare_at_price ?? null) : draft.compareAtPrice,
    stock: draft.stock ?? old?.stock ?? 0,
    is_tracked: bit(draft.isTracked) ?? old?.is_tracked ?? 1,
    inventory_policy: draft.inventoryPolicy ?? old?.inventory_policy ?? 'deny',
    weight_grams: draft.weightGrams ?? old?.weight_grams ?? 0,
    requires_shipping: bit(draft.requiresShipping) ?? old?.requires_shipping ?? 1,
    is_taxable: bit(draft.isTaxable) ?? old?.is_taxable ?? 1,
    media_id: draft.picture === undefined ? (old?.media_id ?? null) : (mediaOf.get(draft.picture) ?? null),
  };
}

/** Returns each image once, in order; undefined if the file has no image column. */
function planPictures(
  draft: ProductDraft,
  mediaOf: ReadonlyMap<string, string>,
): StoredProductImage[] | undefined {
  const pictures = new Map<string, StoredProductImage>();
  for (const picture of draft.pictures ?? []) {
    const id = mediaOf.get(picture.source);
    if (id !== undefined && !pictures.has(id)) {
      pictures.set(id, { media_id: id, alt: picture.alt, option_value: picture.optionValue });
    }
  }
  return draft.pictures && [...pictures.values()];
}

function canBeBought(variant: VariantRowValues): boolean {
  return (
    saleStatus({
      stock: variant.stock,
      isTracked: variant.is_tracked === 1,
      inventoryPolicy: variant.inventory_policy,
    }) === 1
  );
}

function bit(value: boolean | undefined): 0 | 1 | undefined {
  return value === undefined ? undefined : value ? 1 : 0;
}
