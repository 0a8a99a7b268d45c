import { z } from 'zod';
import { title } from '../fields.ts';

/** Questions that unfold their answers. */
export const schema = z.object({
  title,
  items: z
    .array(z.object({ question: z.string().min(1).max(200), answer: z.string().min(1).max(2000) }))
    .min(1)
    .max(30)
    .describe('Plain text both.'),
});
