/** Checks the sections of every page by their own schemas. Pure. */
import type { PageModel } from '#lib/contract/wire-theme.ts';
import { camelize, camelName, readKey } from '#lib/theme/page-model.ts';
import { fieldName, sentence } from '../core/schema-problem.ts';
import { sectionSchemas } from './section-schemas.ts';
import { unknownKey } from './unknown-key.ts';

/**
 * Sections of unknown name pass: another version of the pages may know them, ours skip them (HOME-07).
 * @param models sections by page, with the names the file gave them
 * @throws Error whose message begins with the path of what does not fit, as the file spells it
 */
export function checkModels(models: Record<string, PageModel>): void {
  for (const [page, model] of Object.entries(models)) {
    for (const [key, given] of Object.entries(model)) {
      const section = readKey(key);
      const place = ['models', page, key];
      if (!section)
        throw new Error(`${fieldName(place)} must be the name of a section and a number, such as banner1.`);
      const schema = sectionSchemas.get(section.name);
      if (!schema) continue;
      const fields = camelize(given);
      const parsed = schema.safeParse(fields, { error: sentence });
      if (!parsed.success) {
        const { path, message } = parsed.error.issues[0]!;
        throw new Error(`${fieldName([...place, ...asGiven(given, path)])} ${message}.`);
      }
      const unknown = unknownKey(fields, parsed.data, []);
      if (unknown) throw new Error(`${fieldName([...place, ...asGiven(given, unknown)])} is not known.`);
    }
  }
}

/** A path through camelCase fields in the words of the file, which may write them with underscores. */
function asGiven(given: unknown, path: readonly PropertyKey[]): PropertyKey[] {
  let here = given;
  return path.map((part) => {
    const record = (typeof here === 'object' && here !== null ? here : {}) as Record<PropertyKey, unknown>;
    const name = Object.keys(record).find((key) => camelName(key) === part) ?? part;
    here = record[name];
    return typeof part === 'number' ? part : name;
  });
}
