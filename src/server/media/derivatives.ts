/** Smaller forms of pictures: made once, stored, then only read. */
import { type PictureFormat, pictureWidths } from '#lib/media/picture.ts';
import type { Services } from '../core/services.ts';
import type { StoredObject } from '../core/storage.ts';
import { catalogueWork } from './decoding.ts';
import { encodeForm, type PictureForm } from './encode-form.ts';
import { readOriginal } from './pictures-store.ts';
import { singleFlight } from './single-flight.ts';

type Needs = Pick<Services, 'db' | 'storage'>;

const making = singleFlight<StoredObject | null>();

/**
 * Reads one form of a picture, making and storing it if it is asked for the first time.
 * @param width one of pictureWidths, or the original's own; wider than the original gives the original's width
 * @returns null when there is no such picture or form
 * @throws QueueFull when too many forms are waiting to be made
 */
export async function readDerivative(
  services: Needs & Pick<Services, 'env'>,
  id: string,
  width: number,
  format: PictureFormat,
): Promise<StoredObject | null> {
  const form = { width, format };
  const key = derivativeKey(id, form);
  const stored = await services.storage.get(key);
  if (stored) return { body: stored.body, contentType: contentTypeOf(form) };
  return making(services.storage, key, () => makeDerivative(services, id, form));
}

async function makeDerivative(
  services: Needs & Pick<Services, 'env'>,
  id: string,
  form: PictureForm,
): Promise<StoredObject | null> {
  const picture = await readOriginal(services.db.read, id);
  const isKnown =
    picture && (pictureWidths.some((known) => known === form.width) || form.width === picture.width);
  if (!isKnown) return null;
  catalogueWork.refuseIfLong();
  // The original is read when its turn has come, so that those who wait hold no bytes.
  const body = await catalogueWork.run(async () =>
    encodeForm(await originalOf(services, picture.original_key), form, !services.env.WARM_IMAGES),
  );
  await storeDerivative(services, id, form, body);
  return { body, contentType: contentTypeOf(form) };
}

/** @throws Error when it is not in the storage */
export async function originalOf({ storage }: Needs, key: string): Promise<Uint8Array> {
  const original = await storage.get(key);
  if (!original) throw new Error(`The original ${key} is not in the storage`);
  return original.body;
}

/** First the bytes, then the row: a row promises that the bytes are there. */
export async function storeDerivative(
  services: Needs,
  id: string,
  form: PictureForm,
  body: Uint8Array,
): Promise<void> {
  await services.storage.put(derivativeKey(id, form), body, contentTypeOf(form));
  await recordDerivatives(services, id, [{ ...form, bytes: body.byteLength }]);
}

/** Says of forms that they are stored. */
export async function recordDerivatives(
  { db }: Needs,
  id: string,
  forms: readonly (PictureForm & { bytes: number })[],
): Promise<void> {
  if (forms.length === 0) return;
  await db.write
    .insertInto('derivatives')
    .values(forms.map(({ width, format, bytes }) => ({ media_id: id, width, format, bytes })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function derivativeKey(id: string, { width, format }: PictureForm): string {
  return `media/${id}/${width}.${format}`;
}

const contentTypeOf = ({ format }: PictureForm) => `image/${format}`;
