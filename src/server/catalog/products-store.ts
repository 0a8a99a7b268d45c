/** Reads a product with all its data that the product page displays. */
import { readFormerIds } from '../core/former-handles-store.ts';
import type { Queryable } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import { type GalleryImage, readGalleries } from '../media/images-store.ts';
import { toOptions } from './options.ts';
import type { CustomOption, ProductOption, VariantFields } from './records.ts';
import { getStarCounts, starColumns } from './star-counts.ts';
import {
  parseJsonColumnCached,
  type StoredOthers,
  storedCustomOptionsSchema,
  storedOptionsSchema,
  storedOthersSchema,
} from './stored-json.ts';
import { readVariantFields } from './variants-store.ts';

export interface ProductRecord {
  id: number;
  handle: string;
  title: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  options: ProductOption[];
  customOptions: CustomOption[];
  others: StoredOthers;
  isPresale: boolean;
  /** First shipping day, `YYYY-MM-DD`, null if not set. */
  shipsOn: string | null;
  isVirtual: boolean;
  imgSize: '1:1' | '3:4' | '4:3';
  seoTitle: string;
  seoDescription: string;
  /** Number of published reviews with one star, two stars, and so on. */
  starCounts: number[];
  gallery: GalleryImage[];
  /** Variants in order, without deleted ones; amounts in minor units. */
  variants: VariantFields[];
}

/** Returns a published product that is not deleted, by handle or id; null if there is none. */
export async function readProduct(
  db: Queryable,
  by: { handle: string } | { id: number },
): Promise<ProductRecord | null> {
  const [row] = await ('id' in by ? productById(db, by.id) : productByHandle(db, by.handle));
  if (!row) return null;
  const shown = (await readGalleries(db, [row.id])).get(row.id) ?? [];
  const gallery = shown.map((picture) => ({ ...picture, alt: picture.alt || row.title }));
  const options = toOptions(parseJsonColumnCached(storedOptionsSchema, row.options), gallery);
  const variants = await readVariantFields(db, row.id, gallery);
  if (variants.length === 0) return null;
  return {
    id: row.id,
    handle: row.handle,
    title: row.title,
    descriptionHtml: row.description_html,
    vendor: row.vendor,
    productType: row.product_type,
    options,
    customOptions: parseJsonColumnCached(storedCustomOptionsSchema, row.custom_options),
    others: parseJsonColumnCached(storedOthersSchema, row.others),
    isPresale: row.is_presale === 1,
    shipsOn: row.ships_on || null,
    isVirtual: row.is_virtual === 1,
    imgSize: row.img_size as ProductRecord['imgSize'],
    seoTitle: row.seo_title,
    seoDescription: row.seo_description,
    starCounts: getStarCounts(row),
    gallery,
    variants,
  };
}

const productById = prepareQuery((db, id: number) => forSale(db).where('id', '=', id));
const productByHandle = prepareQuery((db, handle: string) => forSale(db).where('handle', '=', handle));

function forSale(db: Queryable) {
  return db
    .selectFrom('products')
    .select([
      'id',
      'handle',
      'title',
      'description_html',
      'vendor',
      'product_type',
      'options',
      'custom_options',
      'others',
      'is_presale',
      'ships_on',
      'is_virtual',
      'img_size',
      'seo_title',
      'seo_description',
      ...starColumns,
    ])
    .where('is_published', '=', 1)
    .where('deleted_at', 'is', null);
}

/**
 * Returns the ids of published products in the order of the given handles, which may be former handles.
 * @param handles a small number, read with one query
 */
export async function readProductIdsByHandle(db: Queryable, handles: readonly string[]): Promise<number[]> {
  if (handles.length === 0) return [];
  const rows = await db
    .selectFrom('products')
    .select(['id', 'handle'])
    .where('handle', 'in', handles)
    .where('is_published', '=', 1)
    .where('deleted_at', 'is', null)
    .execute();
  const ids = new Map(rows.map(({ id, handle }) => [handle, id]));
  const missing = handles.filter((handle) => !ids.has(handle));
  for (const [handle, id] of await readFormerIds(db, 'products', missing)) ids.set(handle, id);
  return handles.flatMap((handle) => ids.get(handle) ?? []);
}

/** Returns whether a product is published and whether it is deleted; null for an unknown id. */
export async function readProductState(
  db: Queryable,
  id: number,
): Promise<{ isPublished: boolean; isDeleted: boolean } | null> {
  const row = await db
    .selectFrom('products')
    .select(['is_published', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { isPublished: row.is_published === 1, isDeleted: row.deleted_at !== null } : null;
}
