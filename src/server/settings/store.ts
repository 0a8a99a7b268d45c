/** Reads and writes the merchant's settings by key. Each value is validated by its schema on every read and write. */
import type { z } from 'zod';
import { type DeepReadonly, deepFreeze } from '#lib/deep-freeze.ts';
import { purge } from '../cache/purges-store.ts';
import { tags } from '../cache/tags.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';

/** Thrown when a stored setting does not match its schema. */
export class SettingError extends Error {}

/** A parsed setting. All readers share the object, so it is frozen. */
export type SettingValue<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;

/**
 * Reads one setting.
 * @param db `services.db.read` or a transaction
 * @returns the parsed, frozen value; null if the merchant has not set it
 * @throws SettingError naming the key if the stored value does not match the schema
 */
export async function readSetting<Schema extends z.ZodType>(
  db: Queryable,
  key: string,
  schema: Schema,
): Promise<SettingValue<Schema> | null> {
  const stored = await readStoredText(db, key);
  return stored === undefined ? null : parseSetting(key, schema, stored);
}

/** Cache of each setting's last stored text with its parsed value: parsing costs a hundred times as much as reading the text. */
const parsedBySchema = new WeakMap<z.ZodType, Map<string, { stored: string; value: unknown }>>();

/**
 * Parses the stored text of a setting; the result is cached until the text changes.
 * @throws SettingError naming the key if the text does not match the schema
 */
export function parseSetting<Schema extends z.ZodType>(
  key: string,
  schema: Schema,
  stored: string,
): SettingValue<Schema> {
  const ofSchema = parsedBySchema.get(schema) ?? new Map();
  const cached = ofSchema.get(key);
  if (cached?.stored === stored) return cached.value;
  const parsed = schema.safeParse(JSON.parse(stored));
  if (!parsed.success) {
    throw new SettingError(`The stored setting "${key}" is not valid: ${parsed.error.message}`);
  }
  const value = deepFreeze(parsed.data);
  parsedBySchema.set(schema, ofSchema.set(key, { stored, value }));
  return value as SettingValue<Schema>;
}

/**
 * Queries that are not sent yet, by connection. `keys` collects the settings requested without an `await` in between, as in one
 * `Promise.all`; `rows` is the promise of their rows.
 */
const batches = new WeakMap<Queryable, { keys: string[]; rows: Promise<{ key: string; value: string }[]> }>();

/**
 * Returns the stored text of a setting, which callers compare to detect a change; undefined if the setting is not stored. Concurrent calls
 * share one query.
 */
export async function readStoredText(db: Queryable, key: string): Promise<string | undefined> {
  const { keys, rows } = batches.get(db) ?? startBatch(db);
  keys.push(key);
  return (await rows).find((row) => row.key === key)?.value;
}

function startBatch(db: Queryable) {
  const keys: string[] = [];
  const rows = Promise.resolve().then(() => {
    batches.delete(db);
    return selectTexts(db, keys);
  });
  batches.set(db, { keys, rows });
  return { keys, rows };
}

const selectTexts = prepareQuery((db, keys: readonly string[]) =>
  db.selectFrom('settings').select(['key', 'value']).where('key', 'in', keys),
);

/** Settings whose entries have their own cache tags (`tags.settingPart`), so that changing one entry purges only the pages that use it. */
const readByPart: ReadonlySet<string> = new Set(['models']);

/**
 * Writes one setting and purges the pages that depend on it (`tags.setting(key)`, or only the parts that changed).
 * @param now ms UTC
 * @throws ZodError if `value` does not match `schema`
 */
export async function writeSetting<Schema extends z.ZodType>(
  trx: Transaction,
  key: string,
  schema: Schema,
  value: DeepReadonly<z.input<Schema>>,
  now: number,
): Promise<void> {
  schema.parse(value);
  const stale = readByPart.has(key) ? await changedParts(trx, key, value) : [tags.setting(key)];
  const row = { value: JSON.stringify(value), updated_at: now };
  await trx
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
  await purge(trx, stale, now);
}

/** Deletes a setting, so that its default applies again, and purges the pages that depend on it. */
export async function deleteSetting(trx: Transaction, key: string, now: number): Promise<void> {
  const stale = readByPart.has(key) ? await changedParts(trx, key, {}) : [tags.setting(key)];
  await trx.deleteFrom('settings').where('key', '=', key).execute();
  await purge(trx, stale, now);
}

async function changedParts(trx: Transaction, key: string, value: unknown): Promise<string[]> {
  const row = await trx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  const [before, after] = [parts(row ? JSON.parse(row.value) : {}), parts(value)];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => tags.settingPart(key, name));
}

function parts(value: unknown): Map<string, string> {
  return new Map(Object.entries(value as object).map(([name, part]) => [name, JSON.stringify(part)]));
}
