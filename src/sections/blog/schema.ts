import { z } from 'zod';
import { title } from '../fields.ts';

/** The newest articles of the journal. */
export const schema = z.object({
  title: title.describe('Empty: the word for the journal.'),
  count: z.number().int().min(1).max(6).default(3).describe('How many articles.'),
});
