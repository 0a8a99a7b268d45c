/** JSON Schemas of a merchant's files, for completion and validation in editors (`npm run shop -- schema`). Pure. */
import { z } from 'zod';
import { popupsJsonSchema } from '../marketing/popups.ts';
import { createPlaceholderResolver, promotionsFileSchema } from '../promotions/promotions-file.ts';
import { synonymsJsonSchema } from '../search/synonyms.ts';
import { themeJsonSchema } from '../theme/theme-schema.ts';
import { languageFileSchema } from './language-files.ts';
import { collectionFileSchema } from './read-folder.ts';
import { reviewFileSchema } from './reviews-file.ts';
import { shopSettingSchemas } from './setting-schemas.ts';

export type JsonSchema = Record<string, unknown>;

const written = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** Adds a title to a JSON Schema, and allows the field `$schema`, in which a file refers to its schema. */
function ofObject(title: string, { $schema, properties, ...schema }: JsonSchema): JsonSchema {
  const fields = { $schema: { type: 'string' }, ...(properties as JsonSchema) };
  return { $schema, title, ...schema, properties: fields };
}

/** Returns a JSON Schema that allows either a list, or an object with `$schema` and the list in a field named after the file. */
function ofList(title: string, name: string, { $schema, ...list }: JsonSchema): JsonSchema {
  return {
    $schema,
    title,
    anyOf: [
      {
        type: 'object',
        properties: { $schema: { type: 'string' }, [name]: { $ref: '#/$defs/list' } },
        required: ['$schema', name],
        additionalProperties: false,
      },
      { $ref: '#/$defs/list' },
    ],
    $defs: { list },
  };
}

/** JSON Schemas by the name of the schema file. */
export const fileSchemas: Readonly<Record<string, () => JsonSchema>> = {
  'theme.schema.json': themeJsonSchema,
  'settings.schema.json': () =>
    ofObject('Settings of an Atoll shop', written(z.strictObject(shopSettingSchemas).partial())),
  'collections.schema.json': () =>
    ofList('Collections of an Atoll shop', 'collections', written(collectionFileSchema)),
  'promotions.schema.json': () =>
    ofList(
      'Promotions of an Atoll shop',
      'promotions',
      written(promotionsFileSchema(createPlaceholderResolver())),
    ),
  'popups.schema.json': () => ofList('Popups and bars of an Atoll shop', 'popups', popupsJsonSchema()),
  'reviews.schema.json': () => ofList('Reviews for a new Atoll shop', 'reviews', written(reviewFileSchema)),
  'holidays.schema.json': () => ofObject('Holidays of an Atoll shop', written(shopSettingSchemas.holidays)),
  'synonyms.schema.json': synonymsJsonSchema,
  'language.schema.json': () => ofObject('Texts of a language of an Atoll shop', written(languageFileSchema)),
};
