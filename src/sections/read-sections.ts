/**
 * Finds the sections of a page model that can be rendered. Each section is a folder in src/sections (docs/develop/recipes/section.md).
 */
import type { z } from 'zod';
import { type ModelSection, sectionName } from '#lib/theme/page-model.ts';

export interface Section {
  name: string;
  /** Fields as parsed by the section's schema. */
  fields: unknown;
}

const schemas = new Map(
  Object.entries(import.meta.glob<z.ZodType>('./*/schema.ts', { eager: true, import: 'schema' })).map(
    ([path, schema]) => [sectionName(path), schema],
  ),
);

/** Returns the sections that can be rendered, in order. Sections with unknown names or invalid fields are omitted (HOME-07, R70). */
export function readSections(sections: readonly ModelSection[]): Section[] {
  return sections.flatMap(({ name, fields }) => {
    const parsed = schemas.get(name)?.safeParse(fields);
    return parsed?.success ? [{ name, fields: parsed.data }] : [];
  });
}
