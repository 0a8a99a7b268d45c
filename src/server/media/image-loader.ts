/**
 * Loads the images referenced by an imported file: by a path relative to the file, a web URL, or the URL of an image in this
 * shop.
 */
import { open } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import type { MediaImage } from '#lib/media/image.ts';
import type { Services } from '../core/services.ts';
import { type DownloadOptions, download } from './download.ts';
import { ImageError, ImageNotFoundError } from './image-error.ts';
import { readImagesById } from './images-store.ts';
import { originalLimit, parseImageId, storeOriginal } from './originals.ts';

/** Loads an image. @throws ImageError with a message for the merchant if the image does not exist or is not accepted */
export type LoadImage = (source: string) => Promise<MediaImage>;

type Needs = Pick<Services, 'db' | 'storage' | 'now' | 'env'>;

/**
 * Returns a loader that reads each source only once, even if the imported file references it several times.
 * @param folder base folder of relative paths; nothing outside it is read
 * @param take processes the bytes; pass `inspectOriginal` to store nothing
 */
export function createImageLoader(
  services: Needs,
  folder: string,
  isAllowed?: DownloadOptions['isAllowed'],
  take = storeOriginal,
): LoadImage {
  const cache = new Map<string, Promise<MediaImage>>();
  return (source) => {
    const loading = cache.get(source) ?? load(services, folder, source, isAllowed, take);
    cache.set(source, loading);
    return loading;
  };
}

async function load(
  services: Needs,
  folder: string,
  source: string,
  isAllowed: DownloadOptions['isAllowed'],
  take: typeof storeOriginal,
): Promise<MediaImage> {
  const localId = localPictureId(source, services.env.SITE_URL);
  const stored = localId && (await readImagesById(services.db.read, [localId])).get(localId);
  if (stored) return stored;
  const bytes = /^https?:\/\//i.test(source)
    ? await download(source, { limit: originalLimit, ...(isAllowed && { isAllowed }) })
    : await readBeside(folder, source);
  return take(services, bytes);
}

/** Returns the image id in a URL of this shop, as written by `export`; null for any other source. */
function localPictureId(source: string, siteUrl: string): string | null {
  const path = source.startsWith(`${siteUrl}/`) ? source.slice(siteUrl.length) : source;
  return parseImageId(/^\/media\/([^/]+)\//.exec(path)?.[1] ?? '');
}

async function readBeside(folder: string, source: string): Promise<Uint8Array> {
  const path = resolve(folder, source);
  const inside = relative(folder, path);
  if (inside.startsWith('..') || isAbsolute(inside)) {
    throw new ImageError(`"${source}" is outside the folder of this file.`);
  }
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path);
  } catch {
    throw new ImageNotFoundError(`There is no file "${source}" in the folder of this file.`);
  }
  try {
    const { size } = await file.stat();
    if (size > originalLimit)
      throw new ImageError(`"${source}" is larger than ${originalLimit / 1024 / 1024} MiB.`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
