/** Reads pictures as pages pass them around. */
import { type Picture, widestForm } from '#lib/media/picture.ts';
import { chunk } from '../db/chunk.ts';
import type { Queryable } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';

/** A product's picture with the option value it shows, '' for all. */
export interface GalleryPicture extends Picture {
  optionValue: string;
}

/**
 * Reads pictures by id.
 * @returns those that exist, by id; their alt is '' because it belongs to where they are shown
 */
export async function readPictures(db: Queryable, ids: Iterable<string>): Promise<Map<string, Picture>> {
  const found = new Map<string, Picture>();
  for (const piece of chunk([...new Set(ids)])) {
    const rows = await db
      .selectFrom('media')
      .select(['id', 'width', 'height', 'dominant_color'])
      .where('id', 'in', piece)
      .execute();
    for (const row of rows) {
      found.set(row.id, {
        id: row.id,
        width: row.width,
        height: row.height,
        alt: '',
        color: row.dominant_color,
      });
    }
  }
  return found;
}

/** Where the original of a picture is stored, and how wide it is, px. */
export async function readOriginal(
  db: Queryable,
  id: string,
): Promise<{ original_key: string; width: number } | undefined> {
  return db.selectFrom('media').select(['original_key', 'width']).where('id', '=', id).executeTakeFirst();
}

/**
 * Counts the forms that are stored of pictures, by rising id from the one behind `after` on.
 * @param most how many pictures
 */
export async function countForms(
  db: Queryable,
  after: string,
  most: number,
): Promise<{ id: string; width: number; forms: number }[]> {
  const rows = await db
    .selectFrom('media as m')
    .select((select) => [
      'm.id',
      'm.width',
      select
        .selectFrom('derivatives as d')
        .select((select) => select.fn.countAll<number | string>().as('count'))
        .whereRef('d.media_id', '=', 'm.id')
        // Others are asked for by addresses that no page holds.
        .whereRef('d.width', '<=', 'm.width')
        .where('d.width', '<=', widestForm)
        .as('forms'),
    ])
    .where('m.id', '>', after)
    .orderBy('m.id')
    .limit(most)
    .execute();
  return rows.map(({ id, width, forms }) => ({ id, width, forms: Number(forms) }));
}

/**
 * Reads the galleries of products in one go.
 * @returns pictures in order by product id; products without pictures are absent
 */
export async function readGalleries(
  db: Queryable,
  productIds: readonly number[],
): Promise<Map<number, GalleryPicture[]>> {
  const galleries = new Map<number, GalleryPicture[]>();
  for (const piece of chunk([...new Set(productIds)])) {
    const rows = await galleryRows(db, piece);
    for (const row of rows) {
      const gallery = galleries.get(row.product_id) ?? [];
      gallery.push({
        id: row.id,
        width: row.width,
        height: row.height,
        alt: row.alt,
        color: row.dominant_color,
        optionValue: row.option_value,
      });
      galleries.set(row.product_id, gallery);
    }
  }
  return galleries;
}

const galleryRows = prepared((db, productIds: readonly number[]) =>
  db
    .selectFrom('product_media as pm')
    .innerJoin('media as m', 'm.id', 'pm.media_id')
    .select(['pm.product_id', 'pm.alt', 'pm.option_value', 'm.id', 'm.width', 'm.height', 'm.dominant_color'])
    .where('pm.product_id', 'in', productIds)
    .orderBy('pm.product_id')
    .orderBy('pm.position'),
);
