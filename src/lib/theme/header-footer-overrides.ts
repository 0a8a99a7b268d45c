/** Reads the sections `header` and `footer` of the home page's model, which override settings on that page (HOME-02, HOME-05, R70). */
import { z } from 'zod';
import { footerConfig, headerConfig, menuBadge } from '#lib/contract/wire-theme.ts';
import type { ModelSection } from './page-model.ts';

/** Makes every field optional and removes its default, so that an absent field does not override the setting. */
function withoutDefaults<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const fields = Object.entries(schema.shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodDefault ? field.unwrap() : field),
  ]);
  return z.object(Object.fromEntries(fields)) as unknown as z.ZodType<Partial<z.output<z.ZodObject<Shape>>>>;
}

/** Schemas of the sections `header` and `footer`, by their names in page models. */
export const headerFooterSchemas = {
  header: withoutDefaults(
    headerConfig.extend({ menuCustom: z.record(z.string().max(120), menuBadge).default({}) }),
  ),
  footer: withoutDefaults(footerConfig),
};

export type HeaderFooterOverrides = {
  [Name in keyof typeof headerFooterSchemas]: z.output<(typeof headerFooterSchemas)[Name]>;
};

/**
 * Returns the header and footer fields that a page's model overrides. Ignores a section with invalid fields, as pages do. If there are
 * several sections of the same name, the fields of the one with the highest number win.
 */
export function readHeaderFooterOverrides(model: readonly ModelSection[]): HeaderFooterOverrides {
  const fieldsOf = <Name extends keyof HeaderFooterOverrides>(name: Name): HeaderFooterOverrides[Name] =>
    Object.assign(
      {},
      ...model
        .filter((section) => section.name === name)
        .map(({ fields }) => headerFooterSchemas[name].safeParse(fields).data ?? {}),
    );
  return { header: fieldsOf('header'), footer: fieldsOf('footer') };
}
