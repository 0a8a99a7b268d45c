import { z } from 'zod';
import { linkText, linkTo, title, tone } from '../fields.ts';

/** What people say of the shop, leafed through sideways. */
export const schema = z.object({
  title,
  items: z
    .array(
      z.object({
        text: z.string().min(1).max(600),
        name: z.string().max(80).default('').describe('Who says it.'),
        star: z.number().int().min(0).max(5).default(0).describe('Stars given; 0 shows none.'),
        link: linkTo,
        linkText,
      }),
    )
    .min(1)
    .max(12)
    .describe('The quotes.'),
  tone,
});
