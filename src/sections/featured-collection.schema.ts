import { z } from 'zod';

/** The first products of a collection: oneRowsNum a row, rowsNum rows (HOME-06, HOME-09). */
export const featuredCollectionSchema = z.object({
  collectionId: z.number().int(),
  /** '' takes the collection's own title. */
  title: z.string().max(120).default(''),
  oneRowsNum: z.number().int().min(1).max(6).default(4),
  rowsNum: z.number().int().min(1).max(10).default(1),
});
export type FeaturedCollection = z.output<typeof featuredCollectionSchema>;
