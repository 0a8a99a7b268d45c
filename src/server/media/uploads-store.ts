/** Upload tokens and what was uploaded with them (R87). */
import { createHash, randomBytes } from 'node:crypto';
import { fullUrl, type UploadForm } from '#lib/media/upload.ts';
import { chunk } from '../db/chunk.ts';
import type { Queryable } from '../db/database.ts';

/** How long a token may be used. */
export const tokenLifeMs = 10 * 60_000;

export interface NewUpload {
  /** Opens the upload once; only its hash is stored. */
  token: string;
  /** Path under which the picture will be found. */
  fileUrl: string;
  /** ms UTC. */
  expiresAt: number;
}

const folder = '/media/uploads/';

/** Issues a token. @param fileName as the shopper's file is called */
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

/** Spends a token. @returns the storage key it opens, or null when it is unknown, used or over */
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

/** Records that a picture is stored under the key. */
export async function markStored(db: Queryable, key: string, now: number): Promise<void> {
  await db.updateTable('uploads').set({ stored_at: now }).where('storage_key', '=', key).execute();
}

/** Those of the paths that are of pictures which were really uploaded; any other value is none. */
export async function readUploaded(db: Queryable, paths: Iterable<string>): Promise<Set<string>> {
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

/** Forgets tokens that were never used and can no longer be. */
export async function forgetOldTokens(db: Queryable, now: number): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where('used_at', 'is', null)
    .where('expires_at', '<', now - 86_400_000)
    .execute();
}

/** A page of uploads whose token was spent before `before` (ms UTC), by their hash. */
export async function oldUploads(
  db: Queryable,
  before: number,
  after: string,
  most: number,
): Promise<{ hash: string; key: string }[]> {
  return db
    .selectFrom('uploads')
    .select(['token_hash as hash', 'storage_key as key'])
    .where('used_at', '<', before)
    .where('token_hash', '>', after)
    .orderBy('token_hash')
    .limit(most)
    .execute();
}

/** The storage keys of uploads that a review, an order or a checkout names. */
export async function keysInUse(db: Queryable): Promise<Set<string>> {
  const wanted = '%/media/uploads/%';
  const texts = [
    await db.selectFrom('comments').select('images as text').where('images', 'like', wanted).execute(),
    await db
      .selectFrom('order_lines')
      .select('tailor_properties as text')
      .where('tailor_properties', 'like', wanted)
      .execute(),
    await db.selectFrom('checkouts').select('groups as text').where('groups', 'like', wanted).execute(),
  ].flat();
  const keys = texts.flatMap(({ text }) =>
    [...text.matchAll(/\/media\/(uploads\/[0-9a-f]{32})/g)].map(([, key]) => key!),
  );
  return new Set(keys);
}

export async function forgetUpload(db: Queryable, hash: string): Promise<void> {
  await db.deleteFrom('uploads').where('token_hash', '=', hash).execute();
}

/** `/media/uploads/….webp` → its storage key; null for any other path. */
export function uploadKey(path: string): string | null {
  const match = /^\/media\/uploads\/([0-9a-f]{32})\.webp$/.exec(path);
  return match ? `uploads/${match[1]}` : null;
}

/** The form of an upload that an address asks for, and the storage key of the upload; null for any other path. */
export function uploadForm(path: string): { key: string; form: UploadForm } | null {
  const small = fullUrl(path);
  const key = uploadKey(small ?? path);
  return key === null ? null : { key, form: small ? 'small' : 'full' };
}

/** Where the displayed form is stored; the picture in full resolution stays beside it for the merchant. */
export function shownKey(storageKey: string, form: UploadForm): string {
  return form === 'small' ? `${storageKey}-small.webp` : `${storageKey}.webp`;
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
