/**
 * Decoding in this process, and the turns it takes. It runs on the four threads that Node reads files with, and a small
 * file can unfold to hundreds of megabytes: both kinds of pictures have a queue, which leave threads free
 * (docs/decisions/14-pictures-and-uploads.md).
 */
import { availableParallelism } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import { withoutTexts } from './png-chunks.ts';
import { workQueue } from './work-queue.ts';

/** Pictures of strangers: one at a time. Twelve that wait hold 60 MiB. */
export const uploadWork = workQueue(1, 12);

/** The merchant's pictures and their smaller forms; clients that request forms take turns (core/client-turns.ts). */
export const catalogueWork = workQueue(availableParallelism() > 2 ? 2 : 1, 200);

/** JPEG, which crawlers and emails fetch: it never delays what a shopper sees. */
export const jpegWork = workQueue(1, 200);

// Nothing is decoded twice in a row, so what libvips would keep of it is only memory.
sharp.cache(false);

/** sharp with the bounds that every reading of foreign bytes gets: one frame, limited pixels, no broken data. */
export function openImage(bytes: Uint8Array, pixelLimit: number): Sharp {
  return sharp(withoutTexts(bytes), { limitInputPixels: pixelLimit, pages: 1, failOn: 'error' });
}
