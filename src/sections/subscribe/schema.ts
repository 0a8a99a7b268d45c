import { z } from 'zod';
import { picture, text, title, tone } from '../fields.ts';

/** The newsletter form with an introduction (NEWS-11 to NEWS-14). */
export const schema = z.object({
  title,
  text,
  tip: z.string().max(120).default('').describe('Placeholder of the email field.'),
  picture: picture.optional().describe('Image beside the form.'),
  tone: tone.default('sunken'),
});
