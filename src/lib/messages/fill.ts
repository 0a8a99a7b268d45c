/**
 * Replaces `{name}` or `{0}` placeholders; removes those without a value. Call it directly only for templates outside the tables,
 * such as merchants' texts; format.ts formats messages.
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
