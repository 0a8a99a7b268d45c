/** What is shown of an upload: encoded anew, so that nothing but pixels is in it, no location and no hidden file. */
import type { UploadForm } from '#lib/media/upload.ts';
import type { Services } from '../services.ts';
import { decode } from './inspect-picture.ts';
import { shownKey, uploadKey } from './uploads-store.ts';

/** px of the longer side; of the small form the shorter one, because it is shown in a square. */
const sizes = { full: 1600, small: 240 } as const satisfies Record<UploadForm, number>;

/**
 * A form that is shown, as WebP; made if it is not stored yet, e.g. after a restore.
 * @param key the upload's storage key
 * @returns null when nothing was uploaded under it
 */
export async function readUpload(
  { storage }: Pick<Services, 'storage'>,
  key: string,
  form: UploadForm = 'full',
): Promise<Uint8Array | null> {
  const shown = await storage.get(shownKey(key, form));
  if (shown) return shown.body;
  const original = await storage.get(key);
  if (!original) return null;
  const fit = form === 'small' ? 'cover' : 'inside';
  const body = await decode(original.body)
    .resize(sizes[form], sizes[form], { fit, withoutEnlargement: form === 'full' })
    .webp({ quality: 82 })
    .toBuffer();
  await storage.put(shownKey(key, form), body, 'image/webp');
  return body;
}

/** Whether a path is that of a picture that can be shown. A spent token says nothing of it: the file may be refused. */
export async function isUploaded({ storage }: Pick<Services, 'storage'>, path: string): Promise<boolean> {
  const key = uploadKey(path);
  return key !== null && (await storage.get(shownKey(key, 'full'))) !== null;
}
