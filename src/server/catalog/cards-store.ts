/** Reads the product data of cards. A page of cards takes a fixed number of queries. */

import { chunk } from '../db/chunk.ts';
import type { Queryable } from '../db/database.ts';
import { type GalleryImage, readGalleries } from '../media/images-store.ts';
import { toOptions } from './options.ts';
import type { ProductOption } from './records.ts';
import { saleStatus } from './stock.ts';
import { parseJsonColumnCached, parseStrings, storedOptionsSchema } from './stored-json.ts';

export interface CardVariant {
  id: number;
  optionValues: string[];
  price: number;
  compareAtPrice: number | null;
  saleStatus: 0 | 1;
  mediaId: string | null;
}

/** The fields that a product card needs; amounts in minor units. */
export interface CardRecord {
  id: number;
  handle: string;
  title: string;
  imgSize: '1:1' | '3:4' | '4:3';
  isPresale: boolean;
  isNew: boolean;
  hasCustomOptions: boolean;
  commentNum: number;
  commentStarSum: number;
  options: ProductOption[];
  /** In the merchant's order; at least one. */
  variants: CardVariant[];
  /** In the merchant's order, with the merchant's alt texts, '' for none. */
  gallery: GalleryImage[];
}

/** Reads the published, undeleted products among `ids`, in the order of `ids`. */
export async function readCards(db: Queryable, ids: readonly number[]): Promise<CardRecord[]> {
  const found = new Map<number, CardRecord>();
  for (const piece of chunk(ids)) {
    const [rows, variants, galleries] = await Promise.all([
      productRows(db, piece),
      variantRows(db, piece),
      readGalleries(db, piece),
    ]);
    const variantsOf = Map.groupBy(variants, (variant) => variant.product_id);
    for (const row of rows) {
      const productVariants = variantsOf.get(row.id);
      if (!productVariants) continue;
      const gallery = galleries.get(row.id) ?? [];
      found.set(row.id, {
        id: row.id,
        handle: row.handle,
        title: row.title,
        imgSize: row.img_size as CardRecord['imgSize'],
        isPresale: row.is_presale === 1,
        isNew: parseStrings(row.tags).some((tag) => tag.toLowerCase() === 'new'),
        hasCustomOptions: row.custom_options !== '[]',
        commentNum: row.comment_num,
        commentStarSum: row.comment_star_sum,
        options: toOptions(parseJsonColumnCached(storedOptionsSchema, row.options), gallery),
        variants: productVariants.map((variant) => ({
          id: variant.id,
          optionValues: parseStrings(variant.option_values),
          price: variant.price,
          compareAtPrice: variant.compare_at_price,
          mediaId: variant.media_id,
          saleStatus: saleStatus({
            stock: variant.stock,
            isTracked: variant.is_tracked === 1,
            inventoryPolicy: variant.inventory_policy,
          }),
        })),
        gallery,
      });
    }
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

function productRows(db: Queryable, ids: number[]) {
  return db
    .selectFrom('products')
    .select([
      'id',
      'handle',
      'title',
      'img_size',
      'is_presale',
      'custom_options',
      'comment_num',
      'comment_star_sum',
      'options',
      'tags',
    ])
    .where('id', 'in', ids)
    .where('is_published', '=', 1)
    .where('deleted_at', 'is', null)
    .execute();
}

function variantRows(db: Queryable, productIds: number[]) {
  return db
    .selectFrom('variants')
    .select([
      'id',
      'product_id',
      'option_values',
      'price',
      'compare_at_price',
      'stock',
      'is_tracked',
      'inventory_policy',
      'media_id',
    ])
    .where('product_id', 'in', productIds)
    .where('deleted_at', 'is', null)
    .orderBy('product_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
}
