import { z } from 'zod';
import {
  collectionId,
  eyebrow,
  linkText,
  linkTo,
  oneRowsNum,
  picture,
  rowsNum,
  text,
  title,
} from '../fields.ts';

/** A large image beside oneRowsNum × rowsNum related products (HOME-06). */
export const schema = z.object({
  collectionId,
  picture,
  eyebrow,
  title: title.describe('Title. Empty: the title of the collection.'),
  text,
  link: linkTo,
  linkText,
  side: z.enum(['start', 'end']).default('start').describe('Side of the image on wide screens.'),
  oneRowsNum: oneRowsNum.max(3).default(2).describe('Products per row.'),
  rowsNum: rowsNum.max(4).default(2).describe('Rows of products.'),
});
