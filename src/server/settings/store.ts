/** The merchant's settings by key, each checked by its own schema when it is read and when it is written. */
import type { z } from 'zod';
import { purge } from '../cache/purges-store.ts';
import { tags } from '../cache/tags.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';

/** What is stored as a setting does not fit its schema. */
export class UnusableSetting extends Error {}

/**
 * Reads one setting.
 * @param db `services.db.read` or a transaction
 * @returns the value as `schema` makes it, or null when the merchant has not set it
 * @throws UnusableSetting that names the key when what is stored does not fit
 */
export async function readSetting<Schema extends z.ZodType>(
  db: Queryable,
  key: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const stored = await readStoredText(db, key);
  if (stored === undefined) return null;
  const parsed = schema.safeParse(JSON.parse(stored));
  if (parsed.success) return parsed.data;
  throw new UnusableSetting(`The stored setting "${key}" is not usable: ${parsed.error.message}`);
}

/** The text a setting is stored as, by which a reader sees whether it has changed; undefined when it is not set. */
export async function readStoredText(db: Queryable, key: string): Promise<string | undefined> {
  const [row] = await selectText(db, key);
  return row?.value;
}

const selectText = prepared((db, key: string) =>
  db.selectFrom('settings').select('value').where('key', '=', key),
);

/** Settings whose entries are read one by one (`tags.settingPart`): a change of one leaves pages of the others alone. */
const readByPart: ReadonlySet<string> = new Set(['models']);

/**
 * Writes one setting and has the pages made from it (`tags.setting(key)`, or of the parts that change) forgotten.
 * @param now ms UTC
 * @throws ZodError when `value` does not fit `schema`
 */
export async function writeSetting<Schema extends z.ZodType>(
  trx: Transaction,
  key: string,
  schema: Schema,
  value: z.input<Schema>,
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

/** Deletes a setting, so that its default holds again, and has the pages made from it forgotten. */
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
