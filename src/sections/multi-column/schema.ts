import { z } from 'zod';
import { linkText, linkTo, picture, text, title } from '../fields.ts';

export const schema = z.object({
  title,
  items: z
    .array(z.object({ picture: picture.optional(), title, text, link: linkTo, linkText }))
    .min(1)
    .max(6)
    .describe('The columns.'),
});
