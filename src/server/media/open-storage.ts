import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Env } from '../core/env.ts';
import type { Storage } from '../core/storage.ts';
import { fileStorage } from './file-storage.ts';
import { s3Storage } from './s3-storage.ts';

/**
 * Opens the storage configured by STORAGE_URL: `file:` is a folder in DATA_DIR, `file:///path` is that path, `s3:` is a bucket.
 * @throws Error if a part of STORAGE_URL is missing
 */
export function openStorage(
  env: Pick<Env, 'STORAGE_URL' | 'DATA_DIR'>,
  fetch: typeof globalThis.fetch,
): Storage {
  if (env.STORAGE_URL.startsWith('s3:')) return s3Storage(env.STORAGE_URL, fetch);
  const isPath = env.STORAGE_URL.startsWith('file:///');
  return fileStorage(isPath ? fileURLToPath(env.STORAGE_URL) : join(env.DATA_DIR, 'storage'));
}
