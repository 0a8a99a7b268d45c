import { z } from 'zod';
import { pictureData } from '#lib/contract/product.ts';
import { link } from '#lib/contract/wire-theme.ts';

/** A picture beside a few words. */
export const imageTextSchema = z.object({
  picture: pictureData,
  eyebrow: z.string().max(80).default(''),
  title: z.string().max(120),
  text: z.string().max(1000).default(''),
  link: link.default(''),
  linkText: z.string().max(60).default(''),
  /** Side of the picture where there is room for two. */
  side: z.enum(['start', 'end']).default('start'),
});
export type ImageText = z.output<typeof imageTextSchema>;
