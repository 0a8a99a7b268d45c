/** Stores uploaded images. They are re-encoded, so that a stored file contains only pixels: no location and no hidden payload. */
import type { UploadVariant } from '#lib/media/upload.ts';
import type { Services } from '../core/services.ts';
import { decodeInChild } from './decode-in-child.ts';
import { catalogueQueue } from './decoding.ts';
import type { RunInTurn } from './derivatives.ts';
import { openOrientedImage } from './inspect-image.ts';
import { singleFlight } from './single-flight.ts';
import { markStored, uploadVariantKey } from './uploads-store.ts';

/** Maximum px of the longer side; for `small`, which is displayed in a square, of the shorter side. */
const sizes = { full: 1600, small: 240 } as const satisfies Record<UploadVariant, number>;

const making = singleFlight<Uint8Array | null>();

/**
 * Stores a shopper's image as the original and as the variant that pages display.
 * @param key the upload's storage key
 * @param mayKeep receives the number of bytes to be stored, and throws to reject them
 * @throws ImageError if the image is damaged
 */
export async function storeUpload(
  { storage, db, now }: Pick<Services, 'storage' | 'db' | 'now'>,
  key: string,
  picture: Uint8Array,
  mayKeep: (bytes: number) => Promise<void>,
): Promise<void> {
  const { mime, original, shown } = await decodeInChild(picture);
  await mayKeep(original.byteLength + shown.byteLength);
  await storage.put(key, original, mime);
  await storage.put(uploadVariantKey(key, 'full'), shown, 'image/webp');
  await markStored(db.write, key, now());
}

/**
 * Returns a WebP variant of an uploaded image. Encodes it if it is missing: the small variant on its first request, the full one
 * after a restore.
 * @param key the upload's storage key
 * @param inTurn runs the encoding when the client scheduler starts it, or rejects
 * @returns null if nothing is stored under the key
 */
export async function readUpload(
  { storage }: Pick<Services, 'storage'>,
  key: string,
  form: UploadVariant,
  inTurn: RunInTurn,
): Promise<Uint8Array | null> {
  const shown = uploadVariantKey(key, form);
  const make = async () => {
    // Another request may have stored the variant in the meantime.
    const stored = await storage.get(shown);
    if (stored) return stored.body;
    const source =
      (form === 'small' && (await storage.get(uploadVariantKey(key, 'full')))) || (await storage.get(key));
    if (!source) return null;
    catalogueQueue.refuseIfLong();
    const body = await catalogueQueue.run(() => makeForm(source.body, form));
    await storage.put(shown, body, 'image/webp');
    return body;
  };
  return (await storage.get(shown))?.body ?? inTurn(() => making(storage, shown, make));
}

function makeForm(bytes: Uint8Array, form: UploadVariant): Promise<Uint8Array> {
  const fit = form === 'small' ? 'cover' : 'inside';
  return openOrientedImage(bytes)
    .resize(sizes[form], sizes[form], { fit, withoutEnlargement: form === 'full' })
    .webp({ quality: 82 })
    .toBuffer();
}
