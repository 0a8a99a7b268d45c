/** Reads one product with all that its page shows. */
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { type GalleryPicture, readGalleries } from '../media/pictures-store.ts';
import { toOptions } from './options.ts';
import type { CustomOption, ProductOption, VariantRecord } from './records.ts';
import {
  parseStored,
  type StoredOthers,
  storedCustomOptions,
  storedOptions,
  storedOthers,
} from './stored-json.ts';
import { readVariantsOfProduct } from './variants-store.ts';

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
  isVirtual: boolean;
  imgSize: '1:1' | '3:4' | '4:3';
  seoTitle: string;
  seoDescription: string;
  commentNum: number;
  commentStarSum: number;
  gallery: GalleryPicture[];
  /** Live ones in order; amounts in minor units. */
  variants: VariantRecord[];
}

/** A published, undeleted product by its handle or id; null when there is none. */
export async function readProduct(
  db: Kysely<Tables>,
  by: { handle: string } | { id: number },
): Promise<ProductRecord | null> {
  const query = db
    .selectFrom('products')
    .selectAll()
    .where('is_published', '=', 1)
    .where('deleted_at', 'is', null);
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('handle', '=', by.handle)
  ).executeTakeFirst();
  if (!row) return null;
  const [variants, galleries] = await Promise.all([
    readVariantsOfProduct(db, row.id),
    readGalleries(db, [row.id]),
  ]);
  if (variants.length === 0) return null;
  const gallery = (galleries.get(row.id) ?? []).map((picture) => ({
    ...picture,
    alt: picture.alt || row.title,
  }));
  return {
    id: row.id,
    handle: row.handle,
    title: row.title,
    descriptionHtml: row.description_html,
    vendor: row.vendor,
    productType: row.product_type,
    options: toOptions(parseStored(storedOptions, row.options), gallery),
    customOptions: parseStored(storedCustomOptions, row.custom_options),
    others: parseStored(storedOthers, row.others),
    isPresale: row.is_presale === 1,
    isVirtual: row.is_virtual === 1,
    imgSize: row.img_size as ProductRecord['imgSize'],
    seoTitle: row.seo_title,
    seoDescription: row.seo_description,
    commentNum: row.comment_num,
    commentStarSum: row.comment_star_sum,
    gallery,
    variants,
  };
}

/** What the shop knows a product by, deleted and unpublished ones included; null when the id never was one. */
export async function readProductState(
  db: Kysely<Tables>,
  id: number,
): Promise<{ isPublished: boolean; isDeleted: boolean } | null> {
  const row = await db
    .selectFrom('products')
    .select(['is_published', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { isPublished: row.is_published === 1, isDeleted: row.deleted_at !== null } : null;
}
