import { z } from 'zod';
import { title } from '../fields.ts';

/** Products viewed on the shopper's device; empty on a first visit. Use it once per page, below the first screen. */
export const schema = z.object({
  title: title.describe('Title. Empty: “Recently viewed” in the language of the page.'),
});
