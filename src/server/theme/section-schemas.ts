/** Schemas of all sections that a merchant can use, by section name: one for each folder in src/sections, plus header and footer. */
import { globSync } from 'node:fs';
import type { z } from 'zod';
import { headerFooterSchemas } from '#lib/theme/header-footer-overrides.ts';
import { sectionName } from '#lib/theme/page-model.ts';

const folder = new URL('../../sections/', import.meta.url);
const paths = globSync('*/schema.ts', { cwd: folder }).sort();

export const sectionSchemas: ReadonlyMap<string, z.ZodType> = new Map([
  ...Object.entries(headerFooterSchemas),
  ...(await Promise.all(
    paths.map(async (path): Promise<[string, z.ZodType]> => {
      const module: { schema: z.ZodType } = await import(/* @vite-ignore */ new URL(path, folder).href);
      return [sectionName(path), module.schema];
    }),
  )),
]);
