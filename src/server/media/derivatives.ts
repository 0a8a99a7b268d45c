/** Image variants, which are encoded once and stored. */
import { isImageWidthAllowed } from '#lib/media/image.ts';
import type { Services } from '../core/services.ts';
import type { StoredObject } from '../core/storage.ts';
import { catalogueQueue, jpegQueue } from './decoding.ts';
import { encodeImageVariant, type ImageVariant } from './encode-image-variant.ts';
import { readOriginalInfo } from './images-store.ts';
import { singleFlight } from './single-flight.ts';

type Needs = Pick<Services, 'db' | 'storage'>;

/** Runs `work` when the scheduler (core/client-scheduler.ts) starts the client's next task. */
export type RunInTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

const making = singleFlight<StoredForm | null>();

/**
 * A stored variant. One that was encoded quickly for a request is later replaced, under the same URL, by the one that the job
 * encodes.
 */
interface StoredForm extends StoredObject {
  isQuick?: boolean;
}

/**
 * Reads one variant of an image. On the first request, encodes and stores it.
 * @param form format and width, which must satisfy `isImageWidthAllowed`; a width above the original's returns the original's width
 * @param inTurn runs the encoding when the client scheduler starts it, or rejects
 * @returns null if the image or the variant does not exist
 * @throws QueueFullError when too many variants are queued
 */
export async function readOrEncodeImageVariant(
  services: Needs,
  id: string,
  form: ImageVariant,
  inTurn: RunInTurn,
): Promise<StoredForm | null> {
  // Another request may have stored the variant in the meantime.
  const make = async () =>
    (await readStoredImageVariant(services, id, form)) ?? makeDerivative(services, id, form);
  return (
    (await readStoredImageVariant(services, id, form)) ??
    inTurn(() => making(services.storage, imageVariantKey(id, form), make))
  );
}

/** Reads a stored variant: preferably the one encoded by the job, otherwise the quickly encoded one. */
export async function readStoredImageVariant(
  { storage }: Pick<Needs, 'storage'>,
  id: string,
  form: ImageVariant,
): Promise<StoredForm | null> {
  for (const isQuick of [false, true]) {
    const stored = await storage.get(imageVariantKey(id, form, isQuick));
    if (stored) return { body: stored.body, contentType: contentTypeOf(form), isQuick };
  }
  return null;
}

async function makeDerivative(services: Needs, id: string, form: ImageVariant): Promise<StoredForm | null> {
  const picture = await readOriginalInfo(services.db.read, id);
  if (!picture || !isImageWidthAllowed(picture, form.width)) return null;
  const work = form.format === 'jpeg' ? jpegQueue : catalogueQueue;
  work.refuseIfLong();
  // Reads the original only when encoding starts, so that queued tasks take no memory for it.
  const body = await work.run(async () =>
    encodeImageVariant(await readOriginalBytes(services, picture.original_key), form, true),
  );
  const isQuick = form.format !== 'jpeg';
  await storeImageVariant(services, id, form, body, isQuick);
  return { body, contentType: contentTypeOf(form), isQuick };
}

/** Reads an original image. @throws Error if it is missing in the storage */
export async function readOriginalBytes({ storage }: Needs, key: string): Promise<Uint8Array> {
  const original = await storage.get(key);
  if (!original) throw new Error(`The original image ${key} is missing in the storage`);
  return original.body;
}

/**
 * Stores a variant, its bytes first. Only a variant encoded with full effort gets a row, which guarantees that its bytes exist.
 */
export async function storeImageVariant(
  services: Needs,
  id: string,
  form: ImageVariant,
  body: Uint8Array,
  isQuick = false,
): Promise<void> {
  await services.storage.put(imageVariantKey(id, form, isQuick), body, contentTypeOf(form));
  if (isQuick) {
    // The job may have stored its variant in the meantime.
    if (await services.storage.get(imageVariantKey(id, form)))
      await services.storage.delete(imageVariantKey(id, form, true));
    return;
  }
  await recordImageVariants(services, id, [{ ...form, bytes: body.byteLength }]);
  await services.storage.delete(imageVariantKey(id, form, true));
}

/** Records in the database that variants are stored. */
export async function recordImageVariants(
  { db }: Needs,
  id: string,
  forms: readonly (ImageVariant & { bytes: number })[],
): Promise<void> {
  if (forms.length === 0) return;
  await db.write
    .insertInto('derivatives')
    .values(forms.map(({ width, format, bytes }) => ({ media_id: id, width, format, bytes })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function imageVariantKey(id: string, { width, format }: ImageVariant, isQuick = false): string {
  return `media/${id}/${isQuick ? 'quick-' : ''}${width}.${format}`;
}

const contentTypeOf = ({ format }: ImageVariant) => `image/${format}`;
