/** Checks the sections of every page by their own schemas. Pure. */
import type { PageModel } from '#lib/contract/wire-theme.ts';
import { camelize, camelName, readKey } from '#lib/theme/page-model.ts';
import { nearestName } from '../core/nearest-name.ts';
import { checkValue, type SchemaProblem, unknownField } from '../core/schema-problem.ts';
import { unknownKeys } from '../core/unknown-keys.ts';
import { sectionSchemas } from './section-schemas.ts';

/**
 * Returns everything that does not fit, with paths as the file spells them. Stricter than the pages, which skip sections of
 * unknown name because another version may know them (HOME-07).
 * @param models sections by page, with the names the file gave them
 */
export function checkModels(models: Record<string, PageModel>): SchemaProblem[] {
  return Object.entries(models).flatMap(([page, model]) =>
    Object.entries(model).flatMap(([key, given]) => checkSection(['models', page, key], key, given)),
  );
}

function checkSection(place: readonly string[], key: string, given: unknown): SchemaProblem[] {
  const section = readKey(key);
  if (!section)
    return [{ path: place, message: 'must be the name of a section and a number, such as banner1' }];
  const schema = sectionSchemas.get(section.name);
  if (!schema) return [{ path: place, message: noSection(section.name, section.number) }];
  const fields = camelize(given);
  const { data, problems } = checkValue(schema, fields);
  const found = problems ?? unknownKeys(fields, data).map((path) => unknownField(path, schema, fields));
  return found.map(({ path, message }) => ({
    path: [...place, ...asGiven(given, path)],
    message: message.replace(/(?<=did you mean ")\w+/, asInFile),
  }));
}

/** A field's name as the schema file spells it: with underscores. */
function asInFile(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function noSection(name: string, number: number): string {
  const names = [...sectionSchemas.keys()];
  const nearest = nearestName(name, names);
  return nearest === null
    ? `is no section; there are ${names.join(', ')}`
    : `is no section; did you mean "${nearest}${number}"?`;
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
