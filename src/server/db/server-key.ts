/** The shop's own secret: made once, kept in the database, so that every process and machine has the same. */
import { hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Database } from './database.ts';
import { readSetting } from './settings.ts';

const key = 'serverKey';
const stored = z.string().regex(/^[\w-]{43}$/);

/**
 * A key of 32 bytes for one purpose; those of different purposes say nothing of each other.
 * @param purpose e.g. `subscribe`
 */
export async function serverKey(db: Database, purpose: string, now: number): Promise<Uint8Array> {
  const secret = (await readSetting(db.read, key, stored)) ?? (await makeSecret(db, now));
  return new Uint8Array(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', purpose, 32));
}

/** Of several processes that find none, one makes it and all read that one. */
async function makeSecret(db: Database, now: number): Promise<string> {
  const value = JSON.stringify(randomBytes(32).toString('base64url'));
  await db.write
    .insertInto('settings')
    .values({ key, value, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.write
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return stored.parse(JSON.parse(row.value));
}
