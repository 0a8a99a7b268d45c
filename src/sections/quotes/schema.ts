import { z } from 'zod';
import { linkText, linkTo, title, tone } from '../fields.ts';

/** Testimonials in a horizontal scroller. */
export const schema = z.object({
  title,
  items: z
    .array(
      z.object({
        text: z.string().min(1).max(600).describe('The quote.'),
        name: z.string().max(80).default('').describe('Name of the person.'),
        star: z.number().int().min(0).max(5).default(0).describe('Number of stars. 0: no stars.'),
        link: linkTo,
        linkText,
      }),
    )
    .min(1)
    .max(12)
    .describe('The quotes.'),
  tone,
});
