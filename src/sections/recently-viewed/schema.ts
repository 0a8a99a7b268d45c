import { z } from 'zod';
import { title } from '../fields.ts';

/** What the shopper's device has looked at before; nothing for those who come for the first time. Once a page, below its first screen. */
export const schema = z.object({
  title: title.describe('Title. Empty: “Recently viewed” in the language of the page.'),
});
