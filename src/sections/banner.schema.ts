import { z } from 'zod';
import { pictureData } from '#lib/contract/product.ts';
import { link } from '#lib/contract/wire-theme.ts';

/** Wide pictures with words, one after another (HOME-10 to HOME-18). */
export const bannerSchema = z.object({
  items: z
    .array(
      z.object({
        picture: pictureData,
        eyebrow: z.string().max(80).default(''),
        title: z.string().max(120).default(''),
        text: z.string().max(400).default(''),
        link: link.default(''),
        linkText: z.string().max(60).default(''),
      }),
    )
    .min(1)
    .max(10),
  /** `auto`: as high as the picture; otherwise fixed. */
  height: z.enum(['auto', 'large', 'small']).default('auto'),
});
export type Banner = z.output<typeof bannerSchema>;
