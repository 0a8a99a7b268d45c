/** The sections a merchant can use, by the name the page model gives them. A new section is a pair of files and a line here. */
import type { z } from 'zod';
import type { PictureData } from '#lib/contract/product.ts';
import type { ModelSection } from '#lib/theme/page-model.ts';
import { bannerSchema } from './banner/schema.ts';
import { blogSchema } from './blog/schema.ts';
import { collectionsSchema } from './collections/schema.ts';
import { featuredCollectionSchema } from './featured-collection/schema.ts';
import { imageTextSchema } from './image-text/schema.ts';
import { multiColumnSchema } from './multi-column/schema.ts';
import { productalbumSchema } from './productalbum/schema.ts';
import { questionsSchema } from './questions/schema.ts';
import { quotesSchema } from './quotes/schema.ts';
import { richTextSchema } from './rich-text/schema.ts';
import { subscribeSchema } from './subscribe/schema.ts';
import { titleSwitchSchema } from './title-switch/schema.ts';
import { trustSchema } from './trust/schema.ts';
import { videoSchema } from './video/schema.ts';

export const sectionSchemas = {
  banner: bannerSchema,
  collections: collectionsSchema,
  featuredCollection: featuredCollectionSchema,
  productalbum: productalbumSchema,
  titleSwitch: titleSwitchSchema,
  imageText: imageTextSchema,
  richText: richTextSchema,
  multiColumn: multiColumnSchema,
  subscribe: subscribeSchema,
  video: videoSchema,
  blog: blogSchema,
  trust: trustSchema,
  quotes: quotesSchema,
  questions: questionsSchema,
};

type Schemas = typeof sectionSchemas;
export type SectionName = keyof Schemas;
export type Section = { [Name in SectionName]: { name: Name; fields: z.output<Schemas[Name]> } }[SectionName];

/** Whether there is such a section. `header` and `footer` are none: the settings of those names make them (R70). */
export function isSectionName(name: string): name is SectionName {
  return Object.hasOwn(sectionSchemas, name);
}

/** A section of the model with its fields checked, or null when its name is unknown or its fields do not fit. */
export function readSection({ name, fields }: ModelSection): Section | null {
  if (!isSectionName(name)) return null;
  const parsed = sectionSchemas[name].safeParse(fields);
  return parsed.success ? ({ name, fields: parsed.data } as Section) : null;
}

/** The sections of a page that can be shown, in order: unknown names and fields that do not fit are left out (HOME-07, R70). */
export function readSections(sections: readonly ModelSection[]): Section[] {
  return sections.flatMap((section) => readSection(section) ?? []);
}

/** The picture a page is known by elsewhere: the first banner's. */
export function leadPicture(sections: readonly Section[]): PictureData | null {
  const banner = sections.find((section) => section.name === 'banner');
  return banner?.fields.items[0]?.picture ?? null;
}
