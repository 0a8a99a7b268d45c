import { z } from 'zod';
import { eyebrow, linkText, linkTo, picture, text, tone } from '../fields.ts';

export const schema = z.object({
  picture,
  eyebrow,
  title: z.string().min(1).max(120).describe('Title.'),
  text,
  link: linkTo,
  linkText,
  side: z.enum(['start', 'end']).default('start').describe('Side of the image on wide screens.'),
  tone,
});
