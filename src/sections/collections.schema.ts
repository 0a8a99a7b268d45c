import { z } from 'zod';

/** Tiles of collections, in the order of the list (HOME-08). */
export const collectionsSchema = z.object({
  title: z.string().max(120).default(''),
  items: z
    .array(z.object({ collectionId: z.number().int() }))
    .min(1)
    .max(24),
});
export type Collections = z.output<typeof collectionsSchema>;
