/** What is shown of an upload: encoded anew, so that nothing but pixels is in it, no location and no hidden file. */
import type { Services } from '../services.ts';
import { decode } from './inspect-picture.ts';
import { shownKey } from './uploads-store.ts';

/** px of the longer side. */
const shownSize = 1600;

/**
 * The form that is shown, as WebP; made if it is not stored yet, e.g. after a restore.
 * @param key the upload's storage key
 * @returns null when nothing was uploaded under it
 */
export async function readUpload(
  { storage }: Pick<Services, 'storage'>,
  key: string,
): Promise<Uint8Array | null> {
  const shown = await storage.get(shownKey(key));
  if (shown) return shown.body;
  const original = await storage.get(key);
  if (!original) return null;
  const body = await decode(original.body)
    .resize(shownSize, shownSize, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer();
  await storage.put(shownKey(key), body, 'image/webp');
  return body;
}
