/** Keeps original pictures, each once, under the hash of its bytes. */
import { createHash } from 'node:crypto';
import type { Picture } from '#lib/media/picture.ts';
import type { Services } from '../core/services.ts';
import { enqueueDerivatives } from './derivatives-job.ts';
import { inspectPicture } from './inspect-picture.ts';
import { readPictures } from './pictures-store.ts';

/** Bytes of an original from a file or an address. */
export const originalLimit = 20 * 1024 * 1024;

/** Hexadecimal digits of an id: 80 bits, because it stands dozens of times in a page. */
const idLength = 20;

/**
 * The id in an address of a picture; addresses of older shops had the whole hash.
 * @returns null for what is no id
 */
export function pictureId(given: string): string | null {
  return /^(?:[0-9a-f]{20}|[0-9a-f]{64})$/.test(given) ? given.slice(0, idLength) : null;
}

/**
 * Stores a picture and has its forms made in the background, or finds that it is stored already.
 * @throws PictureError when the bytes are no picture we take
 */
export async function storeOriginal(
  services: Pick<Services, 'db' | 'storage' | 'now'>,
  bytes: Uint8Array,
): Promise<Picture> {
  const id = idOf(bytes);
  const existing = (await readPictures(services.db.read, [id])).get(id);
  if (existing) return existing;
  const { mime, width, height, dominantColor } = await inspectPicture(bytes);
  // First the bytes, then the row: a row promises that the bytes are there.
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
    await enqueueDerivatives(trx, id, now);
  });
  return { id, width, height, alt: '', color: dominantColor };
}

/**
 * Returns what `storeOriginal` would, and stores nothing.
 * @throws PictureError when the bytes are no picture we take
 */
export async function inspectOriginal({ db }: Pick<Services, 'db'>, bytes: Uint8Array): Promise<Picture> {
  const id = idOf(bytes);
  const existing = (await readPictures(db.read, [id])).get(id);
  if (existing) return existing;
  const { width, height, dominantColor } = await inspectPicture(bytes);
  return { id, width, height, alt: '', color: dominantColor };
}

function idOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, idLength);
}
