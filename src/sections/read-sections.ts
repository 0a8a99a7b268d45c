/** Which sections of a page model can be shown. A section is a folder beside this file (docs/develop/recipes/section.md). */
import type { z } from 'zod';
import { type ModelSection, sectionName } from '#lib/theme/page-model.ts';

export interface Section {
  name: string;
  /** As the section's own schema gives them. */
  fields: unknown;
}

const schemas = new Map(
  Object.entries(import.meta.glob<z.ZodType>('./*/schema.ts', { eager: true, import: 'schema' })).map(
    ([path, schema]) => [sectionName(path), schema],
  ),
);

/** The sections of a page that can be shown, in order: unknown names and fields that do not fit are left out (HOME-07, R70). */
export function readSections(sections: readonly ModelSection[]): Section[] {
  return sections.flatMap(({ name, fields }) => {
    const parsed = schemas.get(name)?.safeParse(fields);
    return parsed?.success ? [{ name, fields: parsed.data }] : [];
  });
}
