/** Encodes the variants of an image that are not stored yet, in a child process. */
import type { Services } from '../core/services.ts';
import {
  readOriginalBytes,
  readStoredImageVariant,
  recordImageVariants,
  storeImageVariant,
} from './derivatives.ts';
import type { ImageVariant } from './encode-image-variant.ts';
import { encodeInChild } from './encode-in-child.ts';
import { readOriginalInfo } from './images-store.ts';

export interface EncodingTask {
  id: string;
  forms: readonly ImageVariant[];
}

export interface EncodingOptions {
  signal: AbortSignal;
  /**
   * A client is waiting (encode-image-variant.ts): encode with less effort, and accept a stored variant that was encoded quickly.
   */
  isQuick?: boolean;
}

/**
 * Encodes the missing variants of an image and records those that are already stored. Yields nothing for an unknown image.
 * @yields each variant once it is stored
 * @throws Error if the original is missing or damaged; the reason of `signal` if it aborts
 */
export async function* encodeMissingImageVariants(
  services: Pick<Services, 'db' | 'storage'>,
  { id, forms }: EncodingTask,
  { signal, isQuick = false }: EncodingOptions,
): AsyncGenerator<ImageVariant> {
  const picture = await readOriginalInfo(services.db.read, id);
  if (!picture) return;
  const missing: ImageVariant[] = [];
  const there: (ImageVariant & { bytes: number })[] = [];
  for (const form of forms) {
    signal.throwIfAborted();
    const stored = await readStoredImageVariant(services, id, form);
    if (!stored || (stored.isQuick && !isQuick)) missing.push(form);
    else if (!stored.isQuick) there.push({ ...form, bytes: stored.body.byteLength });
  }
  await recordImageVariants(services, id, there);
  if (missing.length === 0) return;
  const original = await readOriginalBytes(services, picture.original_key);
  for await (const { body, ...form } of encodeInChild({ original, forms: missing, isQuick }, signal)) {
    await storeImageVariant(services, id, form, body, isQuick);
    yield form;
  }
}
