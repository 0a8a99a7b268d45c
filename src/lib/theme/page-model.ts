/** Reads a page's sections out of the shop configuration (HOME-02 to HOME-07, R70). */

export interface ModelSection {
  name: string;
  number: number;
  fields: Record<string, unknown>;
}

const keyPattern = /^([a-zA-Z_]+?)_?(\d+)$/;

/** The section a key of the model names, with its place among the others; null when it names none (HOME-02, HOME-03). */
export function readKey(key: string): Pick<ModelSection, 'name' | 'number'> | null {
  const match = keyPattern.exec(key);
  return match && { name: camelName(match[1]!), number: Number(match[2]) };
}

/**
 * Splits each key into section name and number; sections come in order of their numbers, equal ones in key order.
 * @param model `{banner1: {…}, featured_collection_2: {…}}`; keys that are no name with a number are left out
 * @returns sections with camelCase names and fields; unknown names are for the page to skip
 */
export function readModel(model: Record<string, Record<string, unknown>>): ModelSection[] {
  return Object.entries(model)
    .flatMap(([key, given]) => {
      const named = readKey(key);
      return named ? [{ ...named, fields: camelize(given) as ModelSection['fields'] }] : [];
    })
    .sort((one, other) => one.number - other.number);
}

/** snake_case keys become camelCase at every depth (HOME-04); values stay. */
export function camelize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelize);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camelName(key), camelize(inner)]));
}

/** `one_rows_num` as `oneRowsNum`. */
export function camelName(key: string): string {
  return key.replace(/_+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}

/** The name page models give the section of a folder. @param path of a file of it: `./featured-collection/schema.ts` is of `featuredCollection` */
export function sectionName(path: string): string {
  return camelName(path.replace(/^\.\/|\/[^/]*$/g, '').replaceAll('-', '_'));
}
