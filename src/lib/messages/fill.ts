/**
 * Replaces `{name}` or `{0}` placeholders, and removes those without a value. Call this function directly only for templates outside the
 * text tables, such as merchants' texts; format.ts formats the messages of the tables.
 * @example fill('{name} can\'t be blank', { name: 'City' })
 */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, string | number>> | readonly (string | number)[],
): string {
  const byName = values as Readonly<Record<string, string | number>>;
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    Object.hasOwn(values, name) ? String(byName[name]) : '',
  );
}
