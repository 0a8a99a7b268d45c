import { z } from 'zod';
import { linkText, linkTo, picture, text, title } from '../fields.ts';

/** Titles that scroll to their images; two images are visible at a time (HOME-20). */
export const schema = z.object({
  title,
  items: z
    .array(
      z.object({
        picture,
        title: z.string().min(1).max(120).describe('Title that opens the slide.'),
        text,
        link: linkTo,
        linkText,
      }),
    )
    .min(2)
    .max(8)
    .describe('The slides.'),
});
