/**
 * The shop's own secret, the same in every process and on every machine: SERVER_KEY where it is set, else made once and
 * stored in the database.
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { readSetting } from './store.ts';

/** Row of `settings` that holds it; a restore never reads it from a backup. */
export const serverKeySetting = 'serverKey';
const stored = z.string().regex(/^[\w-]{43}$/);

interface CachedKeys {
  /** What SERVER_KEY said, null where the database has it. */
  outside: Buffer | null;
  /** Derived before, by purpose: a request must not wait for the database to be known by its cookie. */
  keys: Map<string, Promise<Uint8Array>>;
}

const cachedKeys = new WeakMap<Database, CachedKeys>();

function keysOf(db: Database): CachedKeys {
  const found = cachedKeys.get(db) ?? { outside: null, keys: new Map() };
  cachedKeys.set(db, found);
  return found;
}

/**
 * A key of 32 bytes for one purpose; those of different purposes say nothing of each other. Not to be called in a
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
 * Returns a key of 32 bytes derived from SERVER_KEY; null where the secret is the database's own, which no other machine has.
 * @param purpose e.g. `backup`
 */
export function environmentKey(db: Database, purpose: string): Uint8Array | null {
  const { outside } = keysOf(db);
  return outside && new Uint8Array(hkdfSync('sha256', outside, '', purpose, 32));
}

/** The secret itself, made where there is none yet. */
export async function serverSecret(db: Database, now: number): Promise<Buffer> {
  const { outside } = keysOf(db);
  if (outside) return outside;
  const secret = (await readSetting(db.read, serverKeySetting, stored)) ?? (await makeSecret(db, now));
  return Buffer.from(secret, 'base64url');
}

/**
 * Works with the secret of SERVER_KEY from now on, and takes the database's own out of it.
 * @param secret as the environment's schema allows it
 * @returns `replaced` when the database had another one: what was derived from that is void
 */
export async function takeServerKey(db: Database, secret: string): Promise<'replaced' | 'kept'> {
  const outside = bytesOf(secret);
  const before = await readSetting(db.read, serverKeySetting, stored);
  cachedKeys.set(db, { outside, keys: new Map() });
  if (before === null) return 'kept';
  await db.write.deleteFrom('settings').where('key', '=', serverKeySetting).execute();
  return Buffer.from(before, 'base64url').equals(outside) ? 'kept' : 'replaced';
}

/**
 * Works with the secret of SERVER_KEY for one command, and changes nothing in the database.
 * @throws Error when the shop works with another one: what the command derives would open nothing there
 */
export async function borrowServerKey(db: Database, secret: string): Promise<void> {
  const outside = bytesOf(secret);
  const own = await readSetting(db.read, serverKeySetting, stored);
  if (own !== null && !Buffer.from(own, 'base64url').equals(outside)) {
    throw new Error(
      'SERVER_KEY is not the key this shop works with. Start the shop with it first, or leave it out of this command.',
    );
  }
  cachedKeys.set(db, { outside, keys: new Map() });
}

function bytesOf(secret: string): Buffer {
  return Buffer.from(secret, /^[0-9a-f]+$/i.test(secret) ? 'hex' : 'base64url');
}

/** Of several processes that find none, one makes it and all read that one. */
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
