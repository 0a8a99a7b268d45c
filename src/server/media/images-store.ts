/** Reads image data from the database: sizes, placeholder colours, stored variants and product galleries. */
import type { MediaImage } from '#lib/media/image.ts';
import { chunk } from '../db/chunk.ts';
import type { Queryable } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';

/** An image of a product, with the option value that it belongs to; '' if it belongs to all values. */
export interface GalleryImage extends MediaImage {
  optionValue: string;
}

/**
 * Reads images by id.
 * @returns the images that exist, by id; their alt text is '', because each place that displays an image has its own
 */
export async function readImagesById(db: Queryable, ids: Iterable<string>): Promise<Map<string, MediaImage>> {
  const found = new Map<string, MediaImage>();
  for (const piece of chunk([...new Set(ids)])) {
    const rows = await pictureRows(db, piece);
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

const pictureRows = prepareQuery((db, ids: readonly string[]) =>
  db.selectFrom('media').select(['id', 'width', 'height', 'dominant_color']).where('id', 'in', ids),
);

/** Reads an original's storage key, its width in px, and whether the image is in a product's gallery. */
export async function readOriginalInfo(
  db: Queryable,
  id: string,
): Promise<{ original_key: string; width: number; isOfProduct: boolean } | undefined> {
  const row = await db
    .selectFrom('media')
    .leftJoin('product_media as pm', 'pm.media_id', 'media.id')
    .select(['original_key', 'width', 'pm.product_id'])
    .where('media.id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row && { original_key: row.original_key, width: row.width, isOfProduct: row.product_id !== null };
}

/**
 * Reads the names of the stored variants, such as `320.webp`, of a page of images.
 * @param after last image id of the previous page; images are sorted by id
 * @param limit maximum number of images
 */
export async function readImageVariantNames(
  db: Queryable,
  after: string,
  limit: number,
): Promise<{ id: string; width: number; isOfProduct: boolean; forms: Set<string> }[]> {
  const pictures = await db
    .selectFrom('media as m')
    .select(({ exists, selectFrom }) => [
      'm.id',
      'm.width',
      exists(selectFrom('product_media as pm').select('pm.position').whereRef('pm.media_id', '=', 'm.id')).as(
        'shown',
      ),
    ])
    .where('m.id', '>', after)
    .orderBy('m.id')
    .limit(limit)
    .execute();
  if (pictures.length === 0) return [];
  const ids = pictures.map(({ id }) => id);
  const rows = await db
    .selectFrom('derivatives')
    .select(['media_id', 'width', 'format'])
    .where('media_id', 'in', ids)
    .execute();
  const forms = Map.groupBy(rows, (row) => row.media_id);
  return pictures.map(({ id, width, shown }) => ({
    ...{ id, width, isOfProduct: Boolean(shown) },
    forms: new Set(forms.get(id)?.map((form) => `${form.width}.${form.format}`)),
  }));
}

/**
 * Reads the image galleries of products, with one query per chunk of ids.
 * @returns each product's images in order, by product id; products without images are absent
 */
export async function readGalleries(
  db: Queryable,
  productIds: readonly number[],
): Promise<Map<number, GalleryImage[]>> {
  const galleries = new Map<number, GalleryImage[]>();
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

const galleryRows = prepareQuery((db, productIds: readonly number[]) =>
  db
    .selectFrom('product_media as pm')
    .innerJoin('media as m', 'm.id', 'pm.media_id')
    .select(['pm.product_id', 'pm.alt', 'pm.option_value', 'm.id', 'm.width', 'm.height', 'm.dominant_color'])
    .where('pm.product_id', 'in', productIds)
    .orderBy('pm.product_id')
    .orderBy('pm.position'),
);
