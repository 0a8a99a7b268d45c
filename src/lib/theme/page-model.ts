/** Reads a page's sections from the shop configuration (HOME-02 to HOME-07, R70). */

export interface ModelSection {
  name: string;
  number: number;
  fields: Record<string, unknown>;
}

const keyPattern = /^([a-zA-Z_]+?)_?(\d+)$/;

/** Splits a key of a page model into the section's name and number; null if the key has another format (HOME-02, HOME-03). */
export function parseSectionKey(key: string): Pick<ModelSection, 'name' | 'number'> | null {
  const match = keyPattern.exec(key);
  return match && { name: toCamelCase(match[1]!), number: Number(match[2]) };
}

/**
 * Returns the sections of a page model in the order of their numbers; sections with the same number stay in key order.
 * @param model `{banner1: {…}, featured_collection_2: {…}}`; keys without a name and a number are ignored
 * @returns sections with camelCase names and fields; callers skip unknown names
 */
export function parsePageModel(model: Record<string, Record<string, unknown>>): ModelSection[] {
  return Object.entries(model)
    .flatMap(([key, rawFields]) => {
      const named = parseSectionKey(key);
      return named ? [{ ...named, fields: camelize(rawFields) as ModelSection['fields'] }] : [];
    })
    .sort((one, other) => one.number - other.number);
}

/** Converts snake_case keys to camelCase at every depth (HOME-04); values stay unchanged. */
export function camelize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelize);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toCamelCase(key), camelize(inner)]));
}

/** Converts `one_rows_num` to `oneRowsNum`. */
export function toCamelCase(key: string): string {
  return key.replace(/_+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}

/** Returns the name of a section in page models. @param path path of one of the section's files: `./featured-collection/schema.ts` */
export function sectionName(path: string): string {
  return toCamelCase(path.replace(/^\.\/|\/[^/]*$/g, '').replaceAll('-', '_'));
}
