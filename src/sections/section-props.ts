import type { z } from 'zod';

/** Props of every section; `Schema` is the one in its own folder. */
export interface SectionProps<Schema extends z.ZodType = z.ZodType> {
  fields: z.output<Schema>;
  /** Language of the merchant's texts, if it differs from the page's. */
  lang: string | null;
  /** First section of a page without its own title: the section's title is the page's h1. */
  first: boolean;
  /** The section's id on the page; a prefix for ids within it. */
  id: string;
}
