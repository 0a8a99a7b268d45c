/** Smaller forms of pictures: made once, stored, then only read. */
import { type PictureFormat, pictureWidths } from '#lib/media/picture.ts';
import type { Services } from '../core/services.ts';
import type { StoredObject } from '../core/storage.ts';
import { catalogueWork } from './decoding.ts';
import { decode } from './inspect-picture.ts';
import { readOriginal } from './pictures-store.ts';
import { singleFlight } from './single-flight.ts';
import type { Turn } from './work-queue.ts';

type Needs = Pick<Services, 'db' | 'storage'>;

/** Quality where the eye stops seeing a difference on shop pictures; effort where time stops paying. */
const encoders = {
  avif: { quality: 50, effort: 3, chromaSubsampling: '4:2:0' },
  webp: { quality: 78, effort: 4 },
  jpeg: { quality: 80, progressive: true, mozjpeg: true },
} as const;

const making = singleFlight<StoredObject | null>();

/**
 * Reads one form of a picture, making and storing it if it is asked for the first time.
 * Forms that somebody waits for are made first.
 * @param width one of pictureWidths, or the original's own; wider than the original gives the original's width
 * @returns null when there is no such picture or form
 * @throws QueueFull when too many forms are waiting to be made
 */
export async function readDerivative(
  services: Needs,
  id: string,
  width: number,
  format: PictureFormat,
  turn: Turn = 'soon',
): Promise<StoredObject | null> {
  const key = derivativeKey(id, width, format);
  const stored = await services.storage.get(key);
  if (stored) return { body: stored.body, contentType: `image/${format}` };
  return making(services.storage, key, () => makeDerivative(services, id, width, format, turn));
}

async function makeDerivative(
  services: Needs,
  id: string,
  width: number,
  format: PictureFormat,
  turn: Turn,
): Promise<StoredObject | null> {
  const picture = await readOriginal(services.db.read, id);
  const isKnown = picture && (pictureWidths.some((known) => known === width) || width === picture.width);
  if (!isKnown) return null;
  if (turn === 'soon') catalogueWork.refuseIfLong();
  const body = await catalogueWork.run(async () => {
    // Read when its turn has come, so that those who wait hold no bytes.
    const original = await services.storage.get(picture.original_key);
    if (!original) throw new Error(`The original of picture ${id} is not in the storage`);
    const image = decode(original.body).resize({ width, withoutEnlargement: true });
    if (format === 'jpeg') image.flatten({ background: '#ffffff' });
    return image.toFormat(format, encoders[format]).toBuffer();
  }, turn);
  const contentType = `image/${format}`;
  await services.storage.put(derivativeKey(id, width, format), body, contentType);
  await services.db.write
    .insertInto('derivatives')
    .values({ media_id: id, width, format, bytes: body.byteLength })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { body, contentType };
}

function derivativeKey(id: string, width: number, format: PictureFormat): string {
  return `media/${id}/${width}.${format}`;
}
