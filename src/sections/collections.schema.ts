import { z } from 'zod';
import { collectionId, oneRowsNum, title } from './fields.ts';

/** Tiles of collections, in the order of the list (HOME-08). */
export const collectionsSchema = z.object({
  title,
  items: z.array(z.object({ collectionId })).min(1).max(24).describe('The collections, in order.'),
  oneRowsNum: oneRowsNum.min(2).default(3).describe('Tiles in a row where there is room.'),
});
export type Collections = z.output<typeof collectionsSchema>;
