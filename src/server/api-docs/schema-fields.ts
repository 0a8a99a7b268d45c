/** Flattens a zod schema into a list of fields for the API reference, and finds the description of each field. */
import { z } from 'zod';
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import { fieldDescriptions } from '#lib/contract/field-descriptions.ts';
import { hasField, markObject } from './objects.ts';

export interface SchemaField {
  /** Nesting level of the field; 0 for a top-level field. */
  depth: number;
  name: string;
  type: string;
  required: boolean;
  /** Limits and default value of the field as text; '' if it has none. */
  note: string;
  /** Description of the field; '' if it has none. */
  description: string;
  /** Name of the shared object (objects.ts) that the field is or contains; '' if there is none. */
  object: string;
  /** Whether the field belongs to a shared object. The reference describes shared objects separately. */
  isShared: boolean;
}

export interface JsonSchema {
  type?: string | string[];
  /** Name of the shared object that this schema describes. */
  title?: string;
  /** Name of the shared object that this object extends. */
  $comment?: string;
  description?: string;
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

type Io = 'input' | 'output';

/** Maximum nesting level that the API reference prints; the OpenAPI document contains all levels. */
const deepest = 4;

/**
 * Returns the fields of a schema as a flat list.
 * @param io `input` for requests, `output` for responses
 * @param scope prefix of the fields' keys in `fieldDescriptions`: the result of `scopeOf`, with `.path` appended for path parameters; or
 * the name of the shared object that the schema describes
 */
export function listSchemaFields(schema: z.ZodType, io: Io, scope = ''): SchemaField[] {
  const root = jsonSchemaOf(schema, io);
  describeFields(root, scope);
  const object = listed(root);
  const lines: SchemaField[] = [];
  if (!object.properties) {
    const description = meaningOf([`${scope}.${io === 'input' ? 'body' : 'data'}`]) ?? '';
    lines.push({ ...lineOf(root, ''), depth: 0, required: true, description, isShared: false });
  }
  walk(object, 0, object.title !== undefined && object.title !== scope, lines);
  return lines;
}

/** Returns the type of the schema itself, and the name of the shared object that it is or contains ('' for none). */
export function typeOf(schema: z.ZodType, io: Io): Pick<SchemaField, 'type' | 'object'> {
  const { type, object } = lineOf(jsonSchemaOf(schema, io), '');
  return { type, object };
}

/**
 * Returns the prefix of an endpoint's keys in `fieldDescriptions`: the requirement id of the endpoint, or the endpoint key if it has none.
 */
export function scopeOf(key: string, { id }: Pick<EndpointDefinition, 'id'>): string {
  return id === 'extension' ? key : id;
}

function jsonSchemaOf(schema: z.ZodType, io: Io): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    cycles: 'ref',
    override: markObject,
  }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  const target = (ref: string) => (ref === '#' ? json : json.$defs?.[ref.replace('#/$defs/', '')]);
  // Copy the title of a recursive object to each `$ref` that points to the object.
  const addTitle = (_: string, value: JsonSchema) =>
    value?.$ref ? { ...value, title: target(value.$ref)?.title } : value;
  return JSON.parse(JSON.stringify(json), addTitle) as JsonSchema;
}

function walk(schema: JsonSchema, depth: number, isShared: boolean, lines: SchemaField[]): void {
  if (depth > deepest) return;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const required = schema.required?.includes(name) ?? false;
    const isInherited = isShared || hasField(schema.$comment, name);
    lines.push({ ...lineOf(field, name), depth, required, isShared: isInherited });
    const inner = listed(field);
    walk(inner, depth + 1, isInherited || inner.title !== undefined, lines);
  }
}

function lineOf(schema: JsonSchema, name: string) {
  const { title = '', $comment = title } = listed(schema);
  const { description = '' } = schema;
  return { name, type: typeName(schema), note: note(schema), description, object: $comment };
}

/**
 * Adds a `description` to each field of the schema that lacks one.
 * @param scope see `listSchemaFields`
 * @param parent name of the field that contains these fields, '' for none
 */
export function describeFields(schema: JsonSchema, scope: string, parent = ''): void {
  const object = listed(schema);
  const place = parent === '' ? scope : `${scope}.${parent}`;
  const places = object.title ? [object.title] : [place, object.$comment, parent];
  for (const [name, field] of Object.entries(object.properties ?? {})) {
    const keys = [...places.filter(Boolean).map((each) => `${each}.${name}`), name];
    const description = field.description ?? meaningOf(keys);
    if (description) field.description = description;
    const owner = object.title ?? (hasField(object.$comment, name) ? object.$comment : scope);
    describeFields(field, owner, name);
  }
}

/** Returns the field description for the first of `keys` that `fieldDescriptions` contains. */
export function meaningOf(keys: readonly string[]): string | undefined {
  const key = keys.find((each) => Object.hasOwn(fieldDescriptions, each));
  return key === undefined ? undefined : fieldDescriptions[key];
}

/** Unwraps list and nullable schemas: returns the schema of the list elements or of the non-null value. */
export function listed(schema: JsonSchema): JsonSchema {
  if (schema.items) return listed(schema.items);
  const real = schema.anyOf?.filter((option) => option.type !== 'null') ?? [];
  return real.length === 1 ? listed(real[0]!) : schema;
}

function typeName(schema: JsonSchema): string {
  if (schema.title) return schema.title;
  if (schema.$comment) return `${schema.$comment} & {…}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeName))].join(' | ');
  if (schema.items) return `${typeName(schema.items).replace(/^.* [|&] .*$/, '($&)')}[]`;
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
