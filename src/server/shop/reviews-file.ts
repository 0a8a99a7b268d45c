/** Reviews as a file: only for the demo shop, and only into a shop that has none. */
import { z } from 'zod';
import { addComment } from '../catalog/comments-store.ts';
import type { Services } from '../core/services.ts';
import { check, readJson } from './read-folder.ts';

const reviewFile = z.array(
  z.strictObject({
    /** Handle. */
    product: z.string(),
    date: z.iso.date(),
    star: z.number().int().min(1).max(5),
    nickname: z.string().min(1).max(60),
    content: z.string().min(1).max(1000),
  }),
);

/** Adds the reviews of a file, all or none. @returns how many; 0 when there is no file or the shop has reviews */
export async function addReviews(services: Pick<Services, 'db' | 'now'>, path: string): Promise<number> {
  const reviews = check(path, reviewFile, (await readJson(path)) ?? []);
  const now = services.now();
  return services.db.transaction(async (trx) => {
    const some = await trx.selectFrom('comments').select('id').limit(1).executeTakeFirst();
    if (some) return 0;
    const products = await trx.selectFrom('products').select(['id', 'handle']).execute();
    const idOf = new Map(products.map((row) => [row.handle, row.id]));
    for (const { product, date, ...review } of reviews) {
      const productId = idOf.get(product);
      if (productId === undefined) throw new Error(`${path}: there is no product "${product}".`);
      const createdAt = Date.parse(`${date}T12:00:00Z`);
      const comment = { ...review, productId, createdAt, email: '', images: [], isVerified: false };
      await addComment(trx, { ...comment, status: 'published' }, now);
    }
    return reviews.length;
  });
}
