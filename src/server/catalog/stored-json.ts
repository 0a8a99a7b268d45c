/** Schemas of the catalogue's JSON columns. Stores validate every value that they read. */
import { z } from 'zod';
import { customOptionData } from '#lib/contract/product.ts';
import { deepFreeze } from '#lib/deep-freeze.ts';

const style = z.union([z.literal(1), z.literal(2), z.literal(3)]);

/** Schema of the column `products.options`. */
export const storedOptionsSchema = z.array(
  z.object({
    name: z.string(),
    style,
    values: z.array(
      z.object({ value: z.string(), styleValue: z.string().optional(), media_id: z.string().optional() }),
    ),
  }),
);

/** Schema of the column `products.custom_options` (R57), with prices in minor units. */
const minor = z.number().int().default(0);
export const storedCustomOptionsSchema = z.array(
  customOptionData.extend({
    required: z.boolean().default(false),
    price: minor,
    values: z
      .array(z.object({ value: z.string(), price: minor, styleValue: z.string().optional() }))
      .default([]),
  }),
);

/**
 * Schema of the column `products.others`: the data that API-020 returns in addition to description and custom options. Its HTML
 * is sanitised.
 */
export const storedOthersSchema = z.object({
  tabs: z.array(z.object({ title: z.string(), html: z.string() })).default([]),
  size_guide: z.string().default(''),
});

export const storedStringsSchema = z.array(z.string());

/**
 * Parses a JSON column that contains an array of strings. It avoids zod, because a product page reads dozens of these columns.
 * @throws as `parseJsonColumn` does
 */
export function parseStrings(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return isStrings(value) ? value : storedStringsSchema.parse(value);
}

/** Parses several JSON columns that each contain an array of strings. @throws as `parseJsonColumn` does */
export function parseStringLists(jsons: readonly string[]): string[][] {
  const lists: unknown = JSON.parse(`[${jsons.join()}]`);
  return Array.isArray(lists) && lists.length === jsons.length && lists.every(isStrings)
    ? lists
    : jsons.map(parseStrings);
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

export type StoredOptions = z.output<typeof storedOptionsSchema>;
export type StoredCustomOptions = z.output<typeof storedCustomOptionsSchema>;
export type StoredOthers = z.output<typeof storedOthersSchema>;

/** Parses a JSON column. @throws SyntaxError for invalid JSON, ZodError if the value does not match the schema */
export function parseJsonColumn<Schema extends z.ZodType>(schema: Schema, json: string): z.output<Schema> {
  return schema.parse(JSON.parse(json));
}

/** Maximum number of cached JSON texts per schema, and the maximum length of a cached text. */
const maxCached = 500;
const maxCachedLength = 2_000;
const caches = new WeakMap<z.ZodType, Map<string, unknown>>();

/**
 * Parses a JSON column for product pages and caches the result, because sizes, colours and empty values repeat from product to
 * product.
 * @returns a frozen object, which all callers with the same text share
 * @throws as `parseJsonColumn` does
 */
export function parseJsonColumnCached<Schema extends z.ZodType>(
  schema: Schema,
  json: string,
): z.output<Schema> {
  const cache = caches.get(schema) ?? new Map<string, unknown>();
  caches.set(schema, cache);
  const cached = cache.get(json);
  if (cached !== undefined) return cached as z.output<Schema>;
  const parsed = parseJsonColumn(schema, json);
  deepFreeze(parsed);
  if (json.length > maxCachedLength) return parsed;
  if (cache.size >= maxCached) cache.delete(cache.keys().next().value!);
  cache.set(json, parsed);
  return parsed;
}
