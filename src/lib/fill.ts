/** Texts with values in them. Apart from the texts: what has its words from elsewhere loads none. */

/**
 * Puts values into `{name}` or `{0}` placeholders; a placeholder without a value is left out.
 * @example fill('{name} can\'t be blank', { name: 'City' })
 */
export function fill(
  template: string,
  values: Readonly<Record<string, string | number>> | readonly (string | number)[],
): string {
  const byName = values as Readonly<Record<string, string | number>>;
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    Object.hasOwn(values, name) ? String(byName[name]) : '',
  );
}
