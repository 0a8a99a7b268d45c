import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Env } from '../core/env.ts';
import type { Storage } from '../core/storage.ts';
import { fileStorage } from './file-storage.ts';
import { s3Storage } from './s3-storage.ts';

/**
 * Opens the storage of STORAGE_URL: `file:` is a folder in DATA_DIR, `file:///path` that folder, `s3:` a bucket.
 * @throws Error when STORAGE_URL lacks a part
 */
export function openStorage(
  env: Pick<Env, 'STORAGE_URL' | 'DATA_DIR'>,
  fetch: typeof globalThis.fetch,
): Storage {
  if (env.STORAGE_URL.startsWith('s3:')) return s3Storage(env.STORAGE_URL, fetch);
  const isPath = env.STORAGE_URL.startsWith('file:///');
  return fileStorage(isPath ? fileURLToPath(env.STORAGE_URL) : join(env.DATA_DIR, 'storage'));
}
