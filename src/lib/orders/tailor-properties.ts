/** Parses the customisation of an order line for display (ORD-12, ORD-13). */

export interface CustomisationProperty {
  name: string;
  /** How to display the value, by the types of R57. */
  kind: 'text' | 'image' | 'colour';
  value: string;
}

const imageUpload = 2;
const colourCard = 3;

/**
 * Parses the `tailor_properties` of an order line. Joins multiple checkbox values into one entry.
 * @param json JSON text of `[{name, type, value}]`; for anything else, the result is an empty list
 */
export function parseTailorProperties(json: string): CustomisationProperty[] {
  let stored: unknown;
  try {
    stored = JSON.parse(json);
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  const properties: CustomisationProperty[] = [];
  for (const entry of stored) {
    const { name, type, value } = (entry ?? {}) as { name?: unknown; type?: unknown; value?: unknown };
    if (typeof name !== 'string' || typeof value !== 'string') continue;
    const same = properties.find((property) => property.name === name && property.kind === 'text');
    if (type === imageUpload) properties.push({ name, kind: 'image', value });
    else if (type === colourCard) properties.push({ name, kind: 'colour', value });
    else if (same) same.value = `${same.value}, ${value}`;
    else properties.push({ name, kind: 'text', value });
  }
  return properties;
}
