/** Finds what a schema did not read. Pure. */

/**
 * @param given a value as it was written
 * @param read the same as a schema made it: keys it does not know are gone
 * @returns path of the first unknown key, or null
 */
export function unknownKey(
  given: unknown,
  read: unknown,
  path: readonly PropertyKey[],
): readonly PropertyKey[] | null {
  if (typeof given !== 'object' || given === null || typeof read !== 'object' || read === null) return null;
  for (const [name, inner] of Object.entries(given)) {
    const key = Array.isArray(given) ? Number(name) : name;
    if (!Object.hasOwn(read, name)) return [...path, key];
    const found = unknownKey(inner, (read as Record<string, unknown>)[name], [...path, key]);
    if (found) return found;
  }
  return null;
}
