import { expect, it, vi } from 'vitest';
import { fieldDescriptions } from '#lib/contract/field-descriptions.ts';
import { openApiDocument } from '#server/api-docs/openapi.ts';
import type { JsonSchema } from '#server/api-docs/schema-fields.ts';

const used = vi.hoisted(() => new Set<string>());
vi.mock('#lib/contract/field-descriptions.ts', async (importOriginal) => {
  const original = await importOriginal<{ fieldDescriptions: Record<string, string> }>();
  const get = (all: Record<string, string>, key: string) => {
    used.add(key);
    return all[key];
  };
  return { fieldDescriptions: new Proxy(original.fieldDescriptions, { get }) };
});

interface Operation {
  operationId: string;
  parameters?: { name: string; description?: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

const { paths, components } = openApiDocument('https://shop.example') as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
};

it('every field of a request or response has a meaning', () => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const missing = operations.flatMap(({ operationId, parameters = [], requestBody, responses }) => [
    ...parameters.flatMap(({ name, description, schema }) =>
      withoutMeaning(
        { properties: { [name]: { ...schema, ...(description && { description }) } } },
        operationId,
      ),
    ),
    ...[requestBody, ...Object.values(responses)].flatMap((part) =>
      Object.values(part?.content ?? {}).flatMap(({ schema }) => withoutMeaning(schema, operationId)),
    ),
  ]);
  const objects = Object.entries(components.schemas);
  expect([...missing, ...objects.flatMap(([name, schema]) => withoutMeaning(schema, name))]).toEqual([]);
});

it('every meaning belongs to a field', () => {
  expect(Object.keys(fieldDescriptions).filter((key) => !used.has(key))).toEqual([]);
});

/** Returns the paths of the fields without a meaning, at any depth. */
function withoutMeaning(schema: JsonSchema, path: string): string[] {
  const { properties = {}, items, anyOf = [], additionalProperties } = schema;
  const inner = [items, ...anyOf, additionalProperties].filter((each) => typeof each === 'object');
  const fields = Object.entries(properties).map(([name, field]) => [`${path}.${name}`, field] as const);
  return [
    ...fields.filter(([, { description }]) => !description).map(([name]) => name),
    ...fields.flatMap(([name, field]) => withoutMeaning(field, name)),
    ...inner.flatMap((each) => withoutMeaning(each, path)),
  ];
}
