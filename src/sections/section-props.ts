import type { z } from 'zod';

/** What every section is handed; `Schema` is the one of its own folder. */
export interface SectionProps<Schema extends z.ZodType = z.ZodType> {
  fields: z.output<Schema>;
  /** Language of the merchant's words, where it is not the page's. */
  lang: string | null;
  /** First section of a page without a title of its own: its title is the page's. */
  first: boolean;
  /** The section's id on the page; ids within it begin with it. */
  id: string;
}
