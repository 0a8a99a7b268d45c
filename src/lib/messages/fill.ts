/**
 * Puts values into `{name}` or `{0}` placeholders; a placeholder without a value is left out. By itself only for
 * templates that are in no table, as what a merchant wrote; messages are said by format.ts.
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
