/**
 * Returns the path of every key that a schema dropped while parsing. Pure.
 * @param input the value before parsing
 * @param read the parsed value that the schema returned
 */
export function findUnknownKeys(
  input: unknown,
  read: unknown,
  path: readonly PropertyKey[] = [],
): (readonly PropertyKey[])[] {
  if (typeof input !== 'object' || input === null || typeof read !== 'object' || read === null) return [];
  return Object.entries(input).flatMap(([name, inner]) => {
    const key = Array.isArray(input) ? Number(name) : name;
    if (!Object.hasOwn(read, name)) return [[...path, key]];
    return findUnknownKeys(inner, (read as Record<string, unknown>)[name], [...path, key]);
  });
}
