/** What is stored of an upload: encoded anew, so that nothing but pixels is in it, no location and no hidden file. */
import type { UploadForm } from '#lib/media/upload.ts';
import type { Services } from '../core/services.ts';
import { decodeInChild } from './decode-in-child.ts';
import { catalogueWork } from './decoding.ts';
import { decode } from './inspect-picture.ts';
import { singleFlight } from './single-flight.ts';
import { markStored, shownKey } from './uploads-store.ts';

/** px of the longer side; of the small form the shorter one, because it is shown in a square. */
const sizes = { full: 1600, small: 240 } as const satisfies Record<UploadForm, number>;

const making = singleFlight<Uint8Array | null>();

/**
 * Keeps a shopper's picture and the form that is shown of it.
 * @param key the upload's storage key
 * @param mayKeep asked how many bytes it would be
 * @throws BadPicture when it is damaged
 */
export async function keepUpload(
  { storage, db, now }: Pick<Services, 'storage' | 'db' | 'now'>,
  key: string,
  picture: Uint8Array,
  mayKeep: (bytes: number) => Promise<void>,
): Promise<void> {
  const { mime, original, shown } = await decodeInChild(picture);
  await mayKeep(original.byteLength + shown.byteLength);
  await storage.put(key, original, mime);
  await storage.put(shownKey(key, 'full'), shown, 'image/webp');
  await markStored(db.write, key, now());
}

/**
 * A form that is shown, as WebP; made if it is not stored yet: the small one when it is first asked for, the full one after
 * a restore.
 * @param key the upload's storage key
 * @returns null when nothing was uploaded under it
 * @throws QueueFull when too many pictures are waiting to be made
 */
export async function readUpload(
  { storage }: Pick<Services, 'storage'>,
  key: string,
  form: UploadForm = 'full',
): Promise<Uint8Array | null> {
  const stored = await storage.get(shownKey(key, form));
  if (stored) return stored.body;
  return making(storage, shownKey(key, form), async () => {
    const source =
      (form === 'small' && (await storage.get(shownKey(key, 'full')))) || (await storage.get(key));
    if (!source) return null;
    catalogueWork.refuseIfLong();
    const body = await catalogueWork.run(() => makeForm(source.body, form));
    await storage.put(shownKey(key, form), body, 'image/webp');
    return body;
  });
}

function makeForm(bytes: Uint8Array, form: UploadForm): Promise<Uint8Array> {
  const fit = form === 'small' ? 'cover' : 'inside';
  return decode(bytes)
    .resize(sizes[form], sizes[form], { fit, withoutEnlargement: form === 'full' })
    .webp({ quality: 82 })
    .toBuffer();
}
