/** Generates the JSON Schema of theme.json, for completion and validation in editors (`npm run shop -- schema`). Pure. */
import { z } from 'zod';
import { headerFooterSchemas } from '#lib/theme/header-footer-overrides.ts';
import { sectionSchemas } from './section-schemas.ts';
import { settingSchemas } from './settings.ts';

type Schema = Record<string, unknown>;

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns whether a field of this name contains an image URL. In theme.json, such a field may refer to an image in media/ instead. */
export const isImageUrlField = (name: string) => /^(logo\w*Url|imgUrl|icon)$/.test(name);

/** Notation in theme.json for values that settings store as ids. */
const picture: Schema = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', description: 'Path in media/, such as wide/table.webp.' },
    alt: { type: 'string', description: 'Alternative text. Empty for decoration.' },
  },
  additionalProperties: false,
};
const page: Schema = { type: 'string', description: 'Handle of a page, such as terms.' };
const collection: Schema = { type: 'string', description: 'Handle of a collection, such as table.' };

/**
 * Converts a zod schema to JSON Schema, in the notation of theme.json.
 * @param defs receives the definitions that the schema refers to, such as menus within menus
 */
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
  for (const name of Object.keys(fields).filter(isImageUrlField)) {
    const { description, ...address } = fields[name] as Schema;
    // zod may call `override` twice for the same schema.
    if (!(address.anyOf as unknown[] | undefined)?.includes(picture))
      fields[name] = { description, anyOf: [address, picture] };
  }
  if (fields.collectionId) fields.collectionId = collection;
  const pages = fields.checkoutArticleIds as Schema | undefined;
  if (pages?.items && !(pages.items as Schema).anyOf) pages.items = { anyOf: [page, pages.items] };
}

/** Renames the fields in a section's schema to snake case, as used in theme.json. */
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

export function themeJsonSchema(): Schema {
  const defs: Schema = {};
  // Skip header and footer: a page's overrides of them have the same fields as the settings.
  const sections = [...sectionSchemas].filter(([name]) => !Object.hasOwn(headerFooterSchemas, name));
  for (const [name, schema] of sections) {
    defs[name] = snakeFields(convert(schema, defs, `${name}-`));
  }
  const settings = Object.entries(settingSchemas).map(([key, schema]) => [
    key,
    convert(schema, defs, `${key}-`),
  ]);
  const patterns = sections.map(([name]) => {
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
        additionalProperties: {
          type: 'object',
          patternProperties: {
            ...Object.fromEntries(patterns),
            ...Object.fromEntries(
              Object.keys(headerFooterSchemas).map((name) => [
                `^${name}_?[0-9]+$`,
                { $ref: `#/properties/${name}` },
              ]),
            ),
          },
        },
      },
    },
    additionalProperties: false,
    $defs: defs,
  };
}
