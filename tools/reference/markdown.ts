/** Markdown helpers for the reference pages, and table rows of a JSON Schema. */
import type { JsonSchema } from '../../src/server/shop/file-schemas.ts';

/** Returns a table; escapes pipes and joins lines in cells. */
export function table(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')).join(' | ')} |`;
  return [line(headers), line(headers.map(() => '---')), ...rows.map(line)].join('\n');
}

export const code = (text: string) => (text === '' ? '' : `\`${text}\``);

export const block = (language: string, text: string) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

export const json = (value: unknown) => block('json', JSON.stringify(value, null, 2));

/** Returns a complete page with the title and the notice that `npm run docs` generated it. */
export function page(title: string, ...parts: readonly string[]): string {
  const note = '<!-- Written by `npm run docs`. Do not edit. -->';
  return `${[note, `# ${title}`, ...parts].join('\n\n')}\n`;
}

/** Column headers for `fieldRows`. */
export const fieldHeaders = ['field', 'type', 'default', 'meaning'];

/** Returns one row per field of a schema: path, type, default, meaning. @param root resolves `$ref` */
export function fieldRows(schema: JsonSchema, root: JsonSchema, path = '', seen: unknown[] = []): string[][] {
  const here = resolve(schema, root);
  if (seen.includes(here)) return [];
  const inside = (part: JsonSchema, at: string) => fieldRows(part, root, at, [...seen, here]);
  const fields = Object.entries((here.properties ?? {}) as Record<string, JsonSchema>).filter(
    ([name]) => name !== '$schema',
  );
  const rows = fields.flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const own = { ...resolve(field, root), ...field };
    const fallback = own.default === undefined ? '' : JSON.stringify(own.default);
    const shown = fallback.length > 60 ? 'see below' : code(fallback);
    const needed = (here.required as string[] | undefined)?.includes(name) ? 'required' : shown;
    return [[code(at), typeOf(own, root), needed, String(own.description ?? '')], ...inside(field, at)];
  });
  const others = [here.additionalProperties, here.items].flatMap((part, at) =>
    typeof part === 'object' ? inside(part as JsonSchema, `${path}${at === 0 ? '.*' : '[]'}`) : [],
  );
  const options = ((here.anyOf ?? here.oneOf ?? []) as JsonSchema[]).flatMap((part) => inside(part, path));
  return merged([...rows, ...others, ...options]);
}

/** Merges rows of the same field from different alternatives, unless their meanings differ. */
function merged(rows: readonly string[][]): string[][] {
  const kept: string[][] = [];
  for (const row of rows) {
    const same = kept.find(([path, , , meaning]) => path === row[0] && [meaning, ''].includes(row[3]!));
    if (!same) kept.push([...row]);
    else same[1] = [...new Set(`${same[1]} or ${row[1]}`.split(' or '))].join(' or ');
  }
  return kept;
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const ref = schema.$ref as string | undefined;
  if (!ref?.startsWith('#/')) return schema;
  const parts = ref.slice(2).split('/');
  return parts.reduce<JsonSchema>((at, part) => (at?.[part] ?? {}) as JsonSchema, root);
}

function typeOf(schema: JsonSchema, root: JsonSchema): string {
  const here = resolve(schema, root);
  if (here.const !== undefined) return code(JSON.stringify(here.const));
  if (Array.isArray(here.enum)) {
    const values = here.enum.map((value) => code(JSON.stringify(value)));
    return values.length > 12 ? `${values.slice(0, 12).join(', ')}, …` : values.join(', ');
  }
  const options = (here.anyOf ?? here.oneOf) as JsonSchema[] | undefined;
  if (options) return [...new Set(options.map((option) => typeOf(option, root)))].join(' or ');
  if (here.type === 'array')
    return `list of ${here.items ? typeOf(here.items as JsonSchema, root) : 'values'}`;
  const [least, most] = [here.minimum ?? here.exclusiveMinimum, here.maximum];
  const isBounded = (bound: unknown) => typeof bound === 'number' && Math.abs(bound) < 1e15;
  const limits = [
    isBounded(least) && `from ${least}`,
    isBounded(most) && `to ${most}`,
    here.maxLength !== undefined && `at most ${here.maxLength} characters`,
  ].filter(Boolean);
  const name = { string: 'text', integer: 'whole number', boolean: 'true or false' }[String(here.type)];
  return [name ?? String(here.type ?? 'any value'), ...limits].join(', ');
}
