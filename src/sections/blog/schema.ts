import { z } from 'zod';
import { title } from '../fields.ts';

export const schema = z.object({
  title: title.describe('Title. Empty: the name of the journal in the language of the page.'),
  count: z.number().int().min(1).max(6).default(3).describe('Number of articles.'),
});
