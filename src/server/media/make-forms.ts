/** Encodes the variants of a picture that are not stored yet, in a child process. */
import type { Services } from '../core/services.ts';
import { originalOf, readStored, recordDerivatives, storeDerivative } from './derivatives.ts';
import type { PictureForm } from './encode-form.ts';
import { encodeInChild } from './encode-in-child.ts';
import { readOriginal } from './pictures-store.ts';

export interface EncodingTask {
  id: string;
  forms: readonly PictureForm[];
}

export interface MakingForms {
  signal: AbortSignal;
  /** A visitor waits for them (encode-form.ts): a variant that is stored in quick quality is enough. */
  isQuick?: boolean;
}

/**
 * Encodes the missing variants of a picture and records those already stored. An unknown picture yields nothing.
 * @yields each variant once it is stored
 * @throws Error when the original is missing or damaged; the reason of `signal` when it aborts
 */
export async function* makeForms(
  services: Pick<Services, 'db' | 'storage'>,
  { id, forms }: EncodingTask,
  { signal, isQuick = false }: MakingForms,
): AsyncGenerator<PictureForm> {
  const picture = await readOriginal(services.db.read, id);
  if (!picture) return;
  const missing: PictureForm[] = [];
  const there: (PictureForm & { bytes: number })[] = [];
  for (const form of forms) {
    signal.throwIfAborted();
    const stored = await readStored(services, id, form);
    if (!stored || (stored.isQuick && !isQuick)) missing.push(form);
    else if (!stored.isQuick) there.push({ ...form, bytes: stored.body.byteLength });
  }
  await recordDerivatives(services, id, there);
  if (missing.length === 0) return;
  const original = await originalOf(services, picture.original_key);
  for await (const { body, ...form } of encodeInChild({ original, forms: missing, isQuick }, signal)) {
    await storeDerivative(services, id, form, body, isQuick);
    yield form;
  }
}
