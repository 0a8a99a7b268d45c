/** Imports reviews from a file: only for the demo shop, and only into a shop without reviews. */
import { dirname } from 'node:path';
import { z } from 'zod';
import { imageVariantUrl, srcsetWidths } from '#lib/media/image.ts';
import { reviewThumbnailWidth } from '#lib/media/review-thumbnail.ts';
import { addComment, type NewComment } from '../catalog/comments-store.ts';
import { parseStrings } from '../catalog/stored-json.ts';
import { didYouMean } from '../core/nearest-name.ts';
import type { Services } from '../core/services.ts';
import type { Queryable } from '../db/database.ts';
import { ImageError } from '../media/image-error.ts';
import { createImageLoader, type LoadImage } from '../media/image-loader.ts';
import { FileError, type FileErrors } from './file-error.ts';
import { readJson, validateFileValue } from './read-file.ts';

/** Width of the largest image variant that the review image viewer shows, px. */
const widestShown = 1600;

export const reviewFileSchema = z.array(
  z.strictObject({
    product: z.string().describe('Handle of the product.'),
    date: z.iso.date().describe('Date of the review, such as 2026-02-11.'),
    star: z.number().int().min(1).max(5).describe('Stars, 1 to 5.'),
    nickname: z.string().min(1).max(60).describe('Name shown with the review.'),
    content: z.string().min(1).max(1000).describe('Text of the review.'),
    variant: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe('Option values of the variant, such as Sage / Large.'),
    images: z
      .array(z.string().min(1).max(1000))
      .max(5)
      .default([])
      .describe('Paths of images, such as media/mug/pair.webp.'),
  }),
);

/**
 * Adds all reviews in a file, or none if one is invalid.
 * @param path path of the file; image paths are relative to its folder
 * @returns the number of added reviews; 0 if there is no file or the shop already has reviews
 * @throws FileError that names the missing product, variant or image
 */
export async function addReviews(
  services: Pick<Services, 'db' | 'now' | 'storage' | 'env'>,
  path: string,
): Promise<number> {
  const reviews = validateFileValue(path, reviewFileSchema, (await readJson(path)) ?? []);
  const now = services.now();
  if (await hasReviews(services.db.read)) return 0;
  const load = createImageLoader(services, dirname(path));
  const addresses = new Map<string, string>();
  for (const file of reviews.flatMap(({ images }) => images))
    addresses.set(file, await pictureAddress(path, file, load));
  return services.db.transaction(async (trx) => {
    if (await hasReviews(trx)) return 0;
    const products = await readProducts(trx);
    const problems = namesProblems(
      reviews,
      new Map([...products].map(([handle, { variants }]) => [handle, variants])),
    );
    if (problems.length > 0) throw new FileError(path, ...problems);
    for (const { product, date, images, variant = '', ...review } of reviews) {
      const { id } = products.get(product)!;
      const comment: NewComment = {
        ...{ ...review, variant, productId: id, email: '', isVerified: false, status: 'published' },
        images: images.map((file) => addresses.get(file)!),
        createdAt: Date.parse(`${date}T12:00:00Z`),
      };
      await addComment(trx, comment, now);
    }
    return reviews.length;
  });
}

/**
 * Validates a file of reviews without adding the reviews.
 * @param variants names of each product's variants, by product handle
 * @param errors receives all errors
 */
export async function checkReviews(
  path: string,
  variants: ReadonlyMap<string, ReadonlySet<string>>,
  load: LoadImage,
  errors: FileErrors,
): Promise<void> {
  const reviews = await errors.collect(
    async () => validateFileValue(path, reviewFileSchema, (await readJson(path)) ?? []),
    [],
  );
  errors.add(path, namesProblems(reviews, variants));
  for (const file of reviews.flatMap(({ images }) => images))
    await errors.collect(() => pictureAddress(path, file, load), '');
}

type Review = z.output<typeof reviewFileSchema>[number];

function namesProblems(
  reviews: readonly Review[],
  variants: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  return reviews.flatMap(({ product, variant = '' }) => {
    const options = variants.get(product);
    if (!options) return [`There is no product "${product}"${didYouMean(product, variants.keys())}`];
    if (variant === '' || options.has(variant)) return [];
    return [
      `"${product}" has no variant "${variant}"; its variants are: ${[...options].join(', ') || 'none'}.`,
    ];
  });
}

async function hasReviews(db: Queryable): Promise<boolean> {
  return (await db.selectFrom('comments').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Returns products by handle, with the names of their variants. */
async function readProducts(db: Queryable): Promise<Map<string, { id: number; variants: Set<string> }>> {
  const rows = await db.selectFrom('products').select(['id', 'handle']).execute();
  const byId = new Map(rows.map(({ id, handle }) => [id, { id, handle, variants: new Set<string>() }]));
  const variants = await db
    .selectFrom('variants')
    .select(['product_id', 'option_values'])
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute();
  for (const { product_id, option_values } of variants) {
    const name = parseStrings(option_values).join(' / ');
    if (name !== '') byId.get(product_id)?.variants.add(name);
  }
  return new Map([...byId.values()].map((product) => [product.handle, product]));
}

/** Loads a review image and returns the URL of its largest displayed variant. */
async function pictureAddress(path: string, file: string, load: LoadImage): Promise<string> {
  try {
    const picture = await load(file);
    if (picture.width < reviewThumbnailWidth)
      throw new ImageError(
        `"${file}" is ${picture.width} px wide. Images of reviews must be at least ${reviewThumbnailWidth} px wide.`,
      );
    const width = srcsetWidths(picture).findLast((each) => each <= widestShown)!;
    return imageVariantUrl(picture.id, width, 'webp');
  } catch (error) {
    if (error instanceof ImageError) throw new FileError(path, error.message);
    throw error;
  }
}
