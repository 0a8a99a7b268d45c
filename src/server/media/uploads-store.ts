/** Stores upload tokens and the uploads made with them (R87). */
import { createHash, randomBytes } from 'node:crypto';
import { fullUploadUrl, type UploadVariant } from '#lib/media/upload.ts';
import { chunk } from '../db/chunk.ts';
import type { Queryable } from '../db/database.ts';

/** How long an upload token is valid, ms. */
export const tokenLifeMs = 10 * 60_000;

export interface NewUpload {
  /** Token for a single upload; only its hash is stored. */
  token: string;
  /** URL path of the image after the upload. */
  fileUrl: string;
  /** Time of expiry, ms UTC. */
  expiresAt: number;
}

const folder = '/media/uploads/';

/** Issues an upload token. @param fileName name of the shopper's file */
export async function issueToken(db: Queryable, fileName: string, now: number): Promise<NewUpload> {
  const token = randomBytes(24).toString('base64url');
  const name = randomBytes(16).toString('hex');
  const expiresAt = now + tokenLifeMs;
  await db
    .insertInto('uploads')
    .values({
      token_hash: hash(token),
      file_name: fileName,
      storage_key: `uploads/${name}`,
      expires_at: expiresAt,
      used_at: null,
      stored_at: null,
    })
    .execute();
  return { token, fileUrl: `${folder}${name}.webp`, expiresAt };
}

/** Spends an upload token. @returns the storage key for the upload; null if the token is unknown, used or expired */
export async function spendToken(db: Queryable, token: string, now: number): Promise<string | null> {
  const row = await db
    .updateTable('uploads')
    .set({ used_at: now })
    .where('token_hash', '=', hash(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('storage_key')
    .executeTakeFirst();
  return row?.storage_key ?? null;
}

export async function markStored(db: Queryable, key: string, now: number): Promise<void> {
  await db.updateTable('uploads').set({ stored_at: now }).where('storage_key', '=', key).execute();
}

/** Returns those of the given paths whose images were uploaded. Other values are ignored. */
export async function findUploadedPaths(db: Queryable, paths: Iterable<string>): Promise<Set<string>> {
  const keys = new Map<string, string>();
  for (const path of paths) {
    const key = uploadKey(path);
    if (key !== null) keys.set(key, path);
  }
  const uploaded = new Set<string>();
  for (const piece of chunk([...keys.keys()])) {
    const rows = await db
      .selectFrom('uploads')
      .select('storage_key')
      .where('storage_key', 'in', piece)
      .where('stored_at', 'is not', null)
      .execute();
    for (const { storage_key } of rows) uploaded.add(keys.get(storage_key)!);
  }
  return uploaded;
}

/** Deletes tokens that expired at least a day ago without being used. */
export async function deleteExpiredUploadTokens(db: Queryable, now: number): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where('used_at', 'is', null)
    .where('expires_at', '<', now - 86_400_000)
    .execute();
}

/** Returns a page of uploads whose token was used before `before` (ms UTC), sorted by token hash. */
export async function readOldUploads(
  db: Queryable,
  before: number,
  after: string,
  limit: number,
): Promise<{ hash: string; key: string }[]> {
  return db
    .selectFrom('uploads')
    .select(['token_hash as hash', 'storage_key as key'])
    .where('used_at', '<', before)
    .where('token_hash', '>', after)
    .orderBy('token_hash')
    .limit(limit)
    .execute();
}

/** Returns the storage keys of uploads that a review, an order or a checkout references. */
export async function readUploadKeysInUse(db: Queryable): Promise<Set<string>> {
  const pattern = '%/media/uploads/%';
  const texts = [
    await db.selectFrom('comments').select('images as text').where('images', 'like', pattern).execute(),
    await db
      .selectFrom('order_lines')
      .select('tailor_properties as text')
      .where('tailor_properties', 'like', pattern)
      .execute(),
    await db.selectFrom('checkouts').select('groups as text').where('groups', 'like', pattern).execute(),
  ].flat();
  const keys = texts.flatMap(({ text }) =>
    [...text.matchAll(/\/media\/(uploads\/[0-9a-f]{32})/g)].map(([, key]) => key!),
  );
  return new Set(keys);
}

export async function deleteUpload(db: Queryable, hash: string): Promise<void> {
  await db.deleteFrom('uploads').where('token_hash', '=', hash).execute();
}

/** Returns the storage key for a path such as `/media/uploads/….webp`; null for any other path. */
export function uploadKey(path: string): string | null {
  const match = /^\/media\/uploads\/([0-9a-f]{32})\.webp$/.exec(path);
  return match ? `uploads/${match[1]}` : null;
}

/** Returns the storage key and the variant for the path of an upload; null for any other path. */
export function parseUploadPath(path: string): { key: string; form: UploadVariant } | null {
  const small = fullUploadUrl(path);
  const key = uploadKey(small ?? path);
  return key === null ? null : { key, form: small ? 'small' : 'full' };
}

/**
 * Returns the storage key of a variant that pages display. The original, which the merchant needs to produce the ordered item, is
 * stored under `storageKey`.
 */
export function uploadVariantKey(storageKey: string, form: UploadVariant): string {
  return form === 'small' ? `${storageKey}-small.webp` : `${storageKey}.webp`;
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
