/** Object storage in a folder, for one machine or a shared disk. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Storage } from '../core/storage.ts';

/** Media types by file extension. */
const types: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
};

/** Returns the media type of a storage key by its extension, such as `image/avif`; binary data for any other extension. */
function contentTypeOf(name: string): string {
  return types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/**
 * Opens the storage in `folder`, which is created by the first write. A key consists of word characters, hyphens, dots and
 * slashes; any other key is a programming error and throws.
 */
export function fileStorage(folder: string): Storage {
  const pathOf = (key: string) => {
    if (!/^[\w-]+(?:[./][\w-]+)*$/.test(key)) throw new Error(`"${key}" is not a storage key`);
    return join(folder, key);
  };
  return {
    async put(key, body) {
      const path = pathOf(key);
      // Only the server's system user may read shoppers' images. Writes to a temporary file and renames it, so that no reader
      // sees a partial object.
      const part = `${path}.${randomUUID()}.part`;
      await mkdir(dirname(path), { recursive: true });
      try {
        await writeFile(part, body, { flush: true, mode: 0o600 });
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async get(key) {
      try {
        return { body: await readFile(pathOf(key)), contentType: contentTypeOf(key) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
