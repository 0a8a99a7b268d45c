import { z } from 'zod';

/** A title and paragraphs, or short facts side by side. Plain text: markup belongs to pages. */
export const richTextSchema = z.object({
  title: z.string().max(200).default(''),
  paragraphs: z.array(z.string().max(2000)).max(20).default([]),
  facts: z
    .array(z.object({ title: z.string().max(80), text: z.string().max(300) }))
    .max(6)
    .default([]),
});
export type RichText = z.output<typeof richTextSchema>;
