import type { z } from 'zod';

/** Props of every section; `Schema` is the schema in the section's own folder. */
export interface SectionProps<Schema extends z.ZodType = z.ZodType> {
  fields: z.output<Schema>;
  /** Language of the merchant's texts if it differs from the page's language, else null. */
  lang: string | null;
  /** True for the first section of a page without its own title: the section's title is then the page's h1. */
  first: boolean;
  /** Id of the section on the page; also the prefix of ids within the section. */
  id: string;
}
