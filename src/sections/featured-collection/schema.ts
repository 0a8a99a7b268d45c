import { z } from 'zod';
import { collectionId, oneRowsNum, rowsNum, slideSeconds, title } from '../fields.ts';

/** The first oneRowsNum × rowsNum products of a collection, as a grid or carousel (HOME-06, HOME-09, HOME-19). */
export const schema = z.object({
  collectionId,
  title: title.describe('Title. Empty: the title of the collection.'),
  oneRowsNum: oneRowsNum.default(4).describe('Products per row on wide screens.'),
  rowsNum: rowsNum.default(1).describe('Rows of the grid.'),
  layout: z
    .enum(['grid', 'carousel'])
    .default('grid')
    .describe('grid: all products in rows. carousel: the same products in a row that scrolls sideways.'),
  carouselRows: z.number().int().min(1).max(3).default(2).describe('Rows of the carousel.'),
  carouselRowsMobile: z.number().int().min(1).max(3).default(2).describe('Rows of the carousel on phones.'),
  autoplay: z.boolean().default(false).describe('true: the carousel moves automatically.'),
  speed: slideSeconds.describe('Time between two movements, s. Not set: 3.'),
});
