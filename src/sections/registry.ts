/** The sections a merchant can use, by the name the page model gives them. A new section is a pair of files and a line here. */
import type { z } from 'zod';
import type { PictureData } from '#lib/contract/product.ts';
import type { ModelSection } from '#lib/theme/page-model.ts';
import { bannerSchema } from './banner.schema.ts';
import { collectionsSchema } from './collections.schema.ts';
import { featuredCollectionSchema } from './featured-collection.schema.ts';
import { imageTextSchema } from './image-text.schema.ts';
import { richTextSchema } from './rich-text.schema.ts';

export const sectionSchemas = {
  banner: bannerSchema,
  collections: collectionsSchema,
  featuredCollection: featuredCollectionSchema,
  imageText: imageTextSchema,
  richText: richTextSchema,
};

type Schemas = typeof sectionSchemas;
export type Section = {
  [Name in keyof Schemas]: { name: Name; fields: z.output<Schemas[Name]> };
}[keyof Schemas];

/** A section of the model with its fields checked, or null when its name is unknown or its fields do not fit. */
export function readSection({ name, fields }: ModelSection): Section | null {
  if (!Object.hasOwn(sectionSchemas, name)) return null;
  const parsed = sectionSchemas[name as keyof Schemas].safeParse(fields);
  return parsed.success ? ({ name, fields: parsed.data } as Section) : null;
}

/** The picture a page is known by elsewhere: the first banner's. */
export function leadPicture(sections: readonly ModelSection[]): PictureData | null {
  for (const section of sections) {
    const read = readSection(section);
    if (read?.name === 'banner') return read.fields.items[0]?.picture ?? null;
  }
  return null;
}
