/** Fields that several sections have, so that they mean and allow the same everywhere. */
import { z } from 'zod';
import { pictureData } from '#lib/contract/product.ts';
import { link } from '#lib/contract/wire-theme.ts';

export const title = z.string().max(120).default('').describe('Title. Empty: none.');
export const eyebrow = z.string().max(80).default('').describe('Small line above the title.');
export const text = z.string().max(1000).default('').describe('Plain text; markup belongs to pages.');
export const linkTo = link.default('').describe('Where it leads. Needs link_text to be shown.');
export const linkText = z.string().max(60).default('').describe('Words of the link.');
export const picture = pictureData.describe(
  'A picture of the media folder: {"file": "wide/table.webp", "alt": "…"}.',
);
export const collectionId = z.number().int().min(1).describe('A collection, by its handle.');
export const tone = z
  .enum(['paper', 'sunken', 'accent'])
  .default('paper')
  .describe('Ground: the page’s own, a shade deeper, or the accent colour.');
export const rowsNum = z.number().int().min(1).max(10);
export const oneRowsNum = z.number().int().min(1).max(6);
