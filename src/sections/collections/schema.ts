import { z } from 'zod';
import { collectionId, oneRowsNum, picture, title } from '../fields.ts';

/** Collection tiles, in the configured order (HOME-08). */
export const schema = z.object({
  title,
  items: z
    .array(
      z.object({
        collectionId,
        picture: picture.optional().describe('Image shown instead of the collection’s own.'),
      }),
    )
    .min(1)
    .max(24)
    .describe('The collections, in order.'),
  shape: z.enum(['wide', 'upright']).default('wide').describe('Shape of the tiles: wide 4:3, upright 4:5.'),
  oneRowsNum: oneRowsNum.min(2).default(3).describe('Tiles per row on wide screens.'),
});
