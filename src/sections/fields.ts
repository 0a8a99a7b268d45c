/** Fields that several sections share, with the same meaning and limits. */
import { z } from 'zod';
import { wireImage } from '#lib/contract/product.ts';
import { link } from '#lib/contract/wire-theme.ts';

export const title = z.string().max(120).default('').describe('Title. Empty: no title.');
export const eyebrow = z.string().max(80).default('').describe('Small line above the title. Empty: no line.');
export const text = z.string().max(1000).default('').describe('Plain text, without HTML.');
export const linkTo = link.default('').describe('Address of the link. It needs link_text to be shown.');
export const linkText = z.string().max(60).default('').describe('Text of the link.');
export const picture = wireImage.describe('An image of media/: {"file": "wide/table.webp", "alt": "…"}.');
export const collectionId = z.number().int().min(1).describe('Handle of a collection.');
export const tone = z
  .enum(['paper', 'sunken', 'accent'])
  .default('paper')
  .describe('Background: paper (as the page), sunken (a shade darker) or accent (the accent colour).');
export const rowsNum = z.number().int().min(1).max(10);
export const oneRowsNum = z.number().int().min(1).max(6);
export const slideSeconds = z.number().min(1).max(60).optional();
