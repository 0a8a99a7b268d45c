/**
 * The shop's secret, identical in every process and on every machine: SERVER_KEY if it is set, otherwise generated once and
 * stored in the database.
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { readSetting } from './store.ts';

/** Key of the secret's row in the `settings` table; a restore never takes this row from a backup. */
export const serverKeySetting = 'serverKey';
const stored = z.string().regex(/^[\w-]{43}$/);

interface CachedKeys {
  /** The secret from SERVER_KEY; null if the secret is stored in the database. */
  outside: Buffer | null;
  /** Derived keys by purpose, cached because checking a request's cookie must not wait for the database. */
  keys: Map<string, Promise<Uint8Array>>;
}

const cachedKeys = new WeakMap<Database, CachedKeys>();

function keysOf(db: Database): CachedKeys {
  const found = cachedKeys.get(db) ?? { outside: null, keys: new Map() };
  cachedKeys.set(db, found);
  return found;
}

/**
 * Returns a 32-byte key for one purpose; keys of different purposes reveal nothing about each other. Do not call it inside a
 * transaction.
 * @param purpose e.g. `subscribe`
 */
export function serverKey(db: Database, purpose: string, now: number): Promise<Uint8Array> {
  const { keys } = keysOf(db);
  const cached = keys.get(purpose);
  if (cached) return cached;
  const key = serverSecret(db, now).then(
    (secret) => new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32)),
  );
  keys.set(purpose, key);
  key.catch(() => keys.delete(purpose));
  return key;
}

/**
 * Returns a 32-byte key derived from SERVER_KEY, which other machines with the same SERVER_KEY can derive too. Returns null if the secret
 * is stored in the database.
 * @param purpose e.g. `backup`
 */
export function environmentKey(db: Database, purpose: string): Uint8Array | null {
  const { outside } = keysOf(db);
  return outside && new Uint8Array(hkdfSync('sha256', outside, '', purpose, 32));
}

/** Returns the server's secret; generates one if there is none yet. */
export async function serverSecret(db: Database, now: number): Promise<Buffer> {
  const { outside } = keysOf(db);
  if (outside) return outside;
  const secret = (await readSetting(db.read, serverKeySetting, stored)) ?? (await makeSecret(db, now));
  return Buffer.from(secret, 'base64url');
}

/**
 * Uses the secret from SERVER_KEY from now on and deletes the one stored in the database.
 * @param secret as validated by the environment's schema
 * @returns `replaced` if the database held a different secret: everything derived from the old secret is now invalid
 */
export async function adoptServerKey(db: Database, secret: string): Promise<'replaced' | 'kept'> {
  const outside = bytesOf(secret);
  const before = await readSetting(db.read, serverKeySetting, stored);
  cachedKeys.set(db, { outside, keys: new Map() });
  if (before === null) return 'kept';
  await db.write.deleteFrom('settings').where('key', '=', serverKeySetting).execute();
  return Buffer.from(before, 'base64url').equals(outside) ? 'kept' : 'replaced';
}

/**
 * Uses the secret from SERVER_KEY for one command, without changing the database.
 * @throws Error if the shop uses a different secret: keys derived from this one could not decrypt the shop's data
 */
export async function adoptServerKeyForCommand(db: Database, secret: string): Promise<void> {
  const outside = bytesOf(secret);
  const storedSecret = await readSetting(db.read, serverKeySetting, stored);
  if (storedSecret !== null && !Buffer.from(storedSecret, 'base64url').equals(outside)) {
    throw new Error(
      'SERVER_KEY differs from the key that the shop uses. Start the shop with the new key first, or unset SERVER_KEY for this command.',
    );
  }
  cachedKeys.set(db, { outside, keys: new Map() });
}

function bytesOf(secret: string): Buffer {
  return Buffer.from(secret, /^[0-9a-f]+$/i.test(secret) ? 'hex' : 'base64url');
}

/** Generates and stores a secret. If several processes do so at once, the first insert wins and all processes use that secret. */
async function makeSecret(db: Database, now: number): Promise<string> {
  const value = JSON.stringify(randomBytes(32).toString('base64url'));
  await db.write
    .insertInto('settings')
    .values({ key: serverKeySetting, value, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.write
    .selectFrom('settings')
    .select('value')
    .where('key', '=', serverKeySetting)
    .executeTakeFirstOrThrow();
  return stored.parse(JSON.parse(row.value));
}
