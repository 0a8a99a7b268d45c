/** Reads a page's sections out of the shop configuration (HOME-02 to HOME-07, R70). */

export interface ModelSection {
  name: string;
  number: number;
  fields: Record<string, unknown>;
}

const keyPattern = /^([a-zA-Z_]+?)_?(\d+)$/;

/**
 * Splits each key into section name and number; sections come in order of their numbers, equal ones in key order.
 * @param model `{banner1: {…}, featured_collection_2: {…}}`; keys that are no name with a number are left out
 * @returns sections with camelCase names and fields; unknown names are for the page to skip
 */
export function readModel(model: Record<string, Record<string, unknown>>): ModelSection[] {
  return Object.entries(model)
    .flatMap(([key, fields]) => {
      const match = keyPattern.exec(key);
      if (!match) return [];
      const section = { name: camel(match[1]!), number: Number(match[2]), fields: camelize(fields) };
      return [section as ModelSection];
    })
    .sort((one, other) => one.number - other.number);
}

/** snake_case keys become camelCase at every depth (HOME-04); values stay. */
export function camelize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelize);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camel(key), camelize(inner)]));
}

function camel(key: string): string {
  return key.replace(/_+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}
