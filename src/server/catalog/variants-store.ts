/** Reads variants with the product fields that pricing, the bag and checkout need. */
import type { MediaImage } from '#lib/media/image.ts';
import { chunk } from '../db/chunk.ts';
import type { Queryable } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import { type GalleryImage, readGalleries } from '../media/images-store.ts';
import { toOptions } from './options.ts';
import type { CustomOption, ProductOption, VariantFields, VariantRecord } from './records.ts';
import {
  parseJsonColumn,
  parseStringLists,
  parseStrings,
  storedCustomOptionsSchema,
  storedOptionsSchema,
} from './stored-json.ts';
import { findVariantImage } from './variant-images.ts';

/**
 * Reads variants by id, including deleted and unpublished ones, because the bag displays their state.
 * @param db the read connection or an open transaction
 * @returns the existing variants by id; unknown ids are absent
 */
export async function readVariants(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, VariantRecord>> {
  const rows = [];
  for (const piece of chunk([...new Set(ids)])) rows.push(...(await rowsById(db, piece)));
  return new Map((await toRecords(db, rows)).map((record) => [record.id, record]));
}

const rowsById = prepareQuery((db, ids: readonly number[]) => variantRows(db).where('v.id', 'in', ids));

/**
 * Reads the variants of a product in order, without deleted ones, even if the product itself is deleted or unpublished.
 * @returns an empty list if the product does not exist
 */
export async function readVariantsOfProduct(db: Queryable, productId: number): Promise<VariantRecord[]> {
  const rows = await variantRows(db)
    .where('v.product_id', '=', productId)
    .where('v.deleted_at', 'is', null)
    .orderBy('v.position')
    .orderBy('v.id')
    .execute();
  return toRecords(db, rows);
}

/** Reads the variants of a product that is already loaded, without deleted ones and without reading the product again. */
export async function readVariantFields(
  db: Queryable,
  productId: number,
  gallery: readonly GalleryImage[],
): Promise<VariantFields[]> {
  const rows = await variantFieldRows(db, productId);
  const optionValues = parseStringLists(rows.map((row) => row.option_values));
  return rows.map((row, at) => ({
    id: row.id,
    optionValues: optionValues[at]!,
    sku: row.sku,
    barcode: row.barcode,
    price: row.price,
    compareAtPrice: row.compare_at_price,
    stock: row.stock,
    isTracked: row.is_tracked === 1,
    inventoryPolicy: row.inventory_policy,
    weightGrams: row.weight_grams,
    requiresShipping: row.requires_shipping === 1,
    picture: findVariantImage(row.media_id, optionValues[at]!, gallery) ?? null,
  }));
}

const variantFieldRows = prepareQuery((db, productId: number) =>
  db
    .selectFrom('variants')
    .select([
      'id',
      'option_values',
      'sku',
      'barcode',
      'price',
      'compare_at_price',
      'stock',
      'is_tracked',
      'inventory_policy',
      'weight_grams',
      'requires_shipping',
      'media_id',
    ])
    .where('product_id', '=', productId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id'),
);

function variantRows(db: Queryable) {
  return db
    .selectFrom('variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select([
      'v.id',
      'v.product_id',
      'v.title',
      'v.option_values',
      'v.sku',
      'v.price',
      'v.compare_at_price',
      'v.stock',
      'v.is_tracked',
      'v.inventory_policy',
      'v.weight_grams',
      'v.requires_shipping',
      'v.is_taxable',
      'v.media_id',
      'v.deleted_at',
      'p.title as product_title',
      'p.handle',
      'p.options',
      'p.custom_options',
      'p.is_published',
      'p.is_presale',
      'p.ships_on',
      'p.deleted_at as product_deleted_at',
    ]);
}

type VariantRow = Omit<
  Awaited<ReturnType<ReturnType<typeof variantRows>['execute']>>[number],
  'options' | 'custom_options'
>;
type JoinedRow = Awaited<ReturnType<ReturnType<typeof variantRows>['execute']>>[number];

interface ProductParts {
  options: ProductOption[];
  customOptions: CustomOption[];
}

async function toRecords(db: Queryable, rows: JoinedRow[]): Promise<VariantRecord[]> {
  const galleries = await readGalleries(
    db,
    rows.map((row) => row.product_id),
  );
  const parts = new Map<number, ProductParts>();
  return rows.map((row) => {
    const gallery = galleries.get(row.product_id) ?? [];
    const product = parts.get(row.product_id) ?? {
      options: toOptions(parseJsonColumn(storedOptionsSchema, row.options), gallery),
      customOptions: parseJsonColumn(storedCustomOptionsSchema, row.custom_options),
    };
    parts.set(row.product_id, product);
    return toRecord(row, product, gallery);
  });
}

function toRecord(
  row: VariantRow,
  { options, customOptions }: ProductParts,
  gallery: readonly GalleryImage[],
): VariantRecord {
  const optionValues = parseStrings(row.option_values);
  return {
    id: row.id,
    productId: row.product_id,
    productTitle: row.product_title,
    handle: row.handle,
    title: row.title,
    optionValues,
    options,
    customOptions,
    sku: row.sku,
    price: row.price,
    compareAtPrice: row.compare_at_price,
    stock: row.stock,
    isTracked: row.is_tracked === 1,
    inventoryPolicy: row.inventory_policy,
    weightGrams: row.weight_grams,
    requiresShipping: row.requires_shipping === 1,
    isTaxable: row.is_taxable === 1,
    isPublished: row.is_published === 1,
    isPresale: row.is_presale === 1,
    shipsOn: row.ships_on || null,
    isDeleted: row.deleted_at !== null || row.product_deleted_at !== null,
    picture: variantPicture(row, optionValues, gallery),
  };
}

function variantPicture(
  row: VariantRow,
  optionValues: readonly string[],
  gallery: readonly GalleryImage[],
): MediaImage | null {
  const shown = findVariantImage(row.media_id, optionValues, gallery);
  if (!shown) return null;
  const { optionValue, ...picture } = shown;
  return { ...picture, alt: picture.alt || row.product_title };
}
