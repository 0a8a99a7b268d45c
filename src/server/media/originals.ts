/** Stores original images. Identical images are stored once, because the id is the hash of the bytes. */
import { createHash } from 'node:crypto';
import type { MediaImage } from '#lib/media/image.ts';
import type { Services } from '../core/services.ts';
import { enqueueImageEncoding } from './derivatives-job.ts';
import { readImagesById } from './images-store.ts';
import { inspectImage } from './inspect-image.ts';

/** Maximum size of an original from an import file or a URL, bytes. */
export const originalLimit = 20 * 1024 * 1024;

/** Number of hexadecimal digits of an image id. It has only 80 bits, because it occurs dozens of times in a page. */
const idLength = 20;

/** Parses the image id in a URL; URLs of older versions contain the whole hash. @returns null for anything else */
export function parseImageId(urlId: string): string | null {
  return /^(?:[0-9a-f]{20}|[0-9a-f]{64})$/.test(urlId) ? urlId.slice(0, idLength) : null;
}

/**
 * Stores an image and enqueues the job that encodes its variants. If the image is already stored, returns the stored one.
 * @throws ImageError if the bytes are not a supported image
 */
export async function storeOriginal(
  services: Pick<Services, 'db' | 'storage' | 'now'>,
  bytes: Uint8Array,
): Promise<MediaImage> {
  const id = idOf(bytes);
  const existing = (await readImagesById(services.db.read, [id])).get(id);
  if (existing) return existing;
  const { mime, width, height, dominantColor } = await inspectImage(bytes);
  // Stores the bytes before the row, so that every row has its bytes.
  const original_key = `media/${id}/original`;
  await services.storage.put(original_key, bytes, mime);
  const now = services.now();
  await services.db.transaction(async (trx) => {
    await trx
      .insertInto('media')
      .values({
        id,
        original_key,
        mime,
        width,
        height,
        bytes: bytes.byteLength,
        dominant_color: dominantColor,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await enqueueImageEncoding(trx, id, now);
  });
  return { id, width, height, alt: '', color: dominantColor };
}

/**
 * Returns the same as `storeOriginal` but stores nothing.
 * @throws ImageError if the bytes are not a supported image
 */
export async function inspectOriginal({ db }: Pick<Services, 'db'>, bytes: Uint8Array): Promise<MediaImage> {
  const id = idOf(bytes);
  const existing = (await readImagesById(db.read, [id])).get(id);
  if (existing) return existing;
  const { width, height, dominantColor } = await inspectImage(bytes);
  return { id, width, height, alt: '', color: dominantColor };
}

function idOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, idLength);
}
