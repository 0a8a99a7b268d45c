/**
 * Returns the path of every key that a schema dropped. Pure.
 * @param given the value before parsing
 * @param read the same value as the schema returned it
 */
export function unknownKeys(
  given: unknown,
  read: unknown,
  path: readonly PropertyKey[] = [],
): (readonly PropertyKey[])[] {
  if (typeof given !== 'object' || given === null || typeof read !== 'object' || read === null) return [];
  return Object.entries(given).flatMap(([name, inner]) => {
    const key = Array.isArray(given) ? Number(name) : name;
    if (!Object.hasOwn(read, name)) return [[...path, key]];
    return unknownKeys(inner, (read as Record<string, unknown>)[name], [...path, key]);
  });
}
