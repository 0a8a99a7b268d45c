/** Flattens a zod schema into the lines that the API reference prints. */
import { z } from 'zod';

export interface SchemaField {
  /** Nesting level: 0 for a top-level field. */
  depth: number;
  name: string;
  type: string;
  required: boolean;
  /** Limits and default as text, '' for none. */
  note: string;
}

interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  additionalProperties?: JsonSchema | boolean;
  $ref?: string;
  maxLength?: number;
  minLength?: number;
  maximum?: number;
  minimum?: number;
  maxItems?: number;
  default?: unknown;
  pattern?: string;
}

/** Deepest level that the reference shows; the OpenAPI document has the rest. */
const deepest = 4;

/** Returns the lines of a schema. @param io `input` for what a client sends, `output` for what it receives */
export function listSchemaFields(schema: z.ZodType, io: 'input' | 'output'): SchemaField[] {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    cycles: 'ref',
  }) as JsonSchema;
  const lines: SchemaField[] = [];
  const root = listed(json);
  if (!root.properties) {
    lines.push({ depth: 0, name: '', type: typeName(json), required: true, note: note(json) });
  }
  walk(root, 0, lines);
  return lines;
}

function walk(schema: JsonSchema, depth: number, lines: SchemaField[]): void {
  if (depth > deepest) return;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    lines.push({
      depth,
      name,
      type: typeName(field),
      required: schema.required?.includes(name) ?? false,
      note: note(field),
    });
    walk(listed(field), depth + 1, lines);
  }
}

/** Returns the object schema inside lists and "or null". */
function listed(schema: JsonSchema): JsonSchema {
  if (schema.items) return listed(schema.items);
  const real = schema.anyOf?.filter((option) => option.type !== 'null') ?? [];
  return real.length === 1 ? listed(real[0]!) : schema;
}

function typeName(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeName))].join(' | ');
  if (schema.items) return `${typeName(schema.items)}[]`;
  if (typeof schema.additionalProperties === 'object') return `{…: ${typeName(schema.additionalProperties)}}`;
  if (schema.$ref) return 'same object type';
  return [schema.type ?? 'any'].flat().join(' | ');
}

function note(schema: JsonSchema): string {
  const parts: string[] = [];
  if (schema.maxLength !== undefined) parts.push(`up to ${schema.maxLength} characters`);
  if (schema.maxItems !== undefined) parts.push(`up to ${schema.maxItems} entries`);
  if (schema.minimum !== undefined && schema.minimum > -1e9) parts.push(`from ${schema.minimum}`);
  if (schema.maximum !== undefined && schema.maximum < 1e12) parts.push(`to ${schema.maximum}`);
  if (schema.default !== undefined) parts.push(`default ${JSON.stringify(schema.default)}`);
  return parts.join(', ');
}
