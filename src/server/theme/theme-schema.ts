/** The JSON Schema of theme.json, by which editors complete and check it (`npm run shop -- schema`). Pure. */
import { z } from 'zod';
import { sectionSchemas } from './section-schemas.ts';
import { settingSchemas } from './settings.ts';

type Schema = Record<string, unknown>;

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** How the file writes what settings hold as ids. */
const picture: Schema = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', description: 'Path in media/, e.g. wide/table.webp.' },
    alt: { type: 'string', description: 'What is to be seen; empty for decoration.' },
  },
  additionalProperties: false,
};
const collection: Schema = { type: 'string', description: 'Handle of a collection, e.g. table.' };

/** @param defs takes what the schema refers to, such as menus within menus */
function convert(schema: z.ZodType, defs: Schema, prefix: string): Schema {
  const { $schema, $defs, ...written } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => inFile(jsonSchema as Schema),
  });
  const named = (part: unknown) =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', `"#/$defs/${prefix}`)) as Schema;
  for (const [name, part] of Object.entries($defs ?? {})) defs[prefix + name] = named(part);
  return named(written);
}

function inFile(schema: Schema): void {
  const fields = schema.properties as Schema | undefined;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (!fields) return;
  schema.additionalProperties = false;
  if (fields.color && fields.width) Object.assign(schema, picture);
  if (fields.imgUrl) fields.imgUrl = { anyOf: [fields.imgUrl, picture] };
  if (fields.collectionId) fields.collectionId = collection;
}

/** A section's fields as the file spells them: with underscores. */
function snakeFields(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(snakeFields);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties') {
        const fields = Object.entries(value as Schema).map(([name, field]) => [
          snake(name),
          snakeFields(field),
        ]);
        return [key, Object.fromEntries(fields)];
      }
      return [key, key === 'required' ? (value as string[]).map(snake) : snakeFields(value)];
    }),
  );
}

/** @returns the whole schema, ready to be written as JSON */
export function themeJsonSchema(): Schema {
  const defs: Schema = {};
  for (const [name, schema] of sectionSchemas) {
    defs[name] = snakeFields(convert(schema, defs, `${name}-`));
  }
  const settings = Object.entries(settingSchemas).map(([key, schema]) => [
    key,
    convert(schema, defs, `${key}-`),
  ]);
  const patterns = [...sectionSchemas.keys()].map((name) => {
    const names = snake(name) === name ? name : `(${name}|${snake(name)})`;
    return [`^${names}_?[0-9]+$`, { $ref: `#/$defs/${name}` }];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Theme of an Atoll shop',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      ...Object.fromEntries(settings),
      models: {
        description:
          'Sections by page: home, the handle of a page at /pages/…, or detail and collections for below all of those.',
        type: 'object',
        additionalProperties: { type: 'object', patternProperties: Object.fromEntries(patterns) },
      },
    },
    additionalProperties: false,
    $defs: defs,
  };
}
