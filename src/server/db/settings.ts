/** The merchant's settings by key, each checked by its own schema when it is read and when it is written. */
import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import { tags } from '../cache/tags.ts';
import { purge } from './purges.ts';
import type { Tables } from './tables.ts';

/**
 * Reads one setting.
 * @param db `services.db.read` or a transaction
 * @returns the value as `schema` makes it, or null when the merchant has not set it
 * @throws Error that names the key when what is stored does not fit
 */
export async function readSetting<Schema extends z.ZodType>(
  db: Kysely<Tables>,
  key: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  if (!row) return null;
  const parsed = schema.safeParse(JSON.parse(row.value));
  if (parsed.success) return parsed.data;
  throw new Error(`The stored setting "${key}" is not usable: ${parsed.error.message}`);
}

/**
 * Writes one setting and has the pages made from it (`tags.setting(key)`) forgotten.
 * @param now ms UTC
 * @throws ZodError when `value` does not fit `schema`
 */
export async function writeSetting<Schema extends z.ZodType>(
  trx: Transaction<Tables>,
  key: string,
  schema: Schema,
  value: z.input<Schema>,
  now: number,
): Promise<void> {
  schema.parse(value);
  const row = { value: JSON.stringify(value), updated_at: now };
  await trx
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
  await purge(trx, [tags.setting(key)], now);
}
