/**
 * Queues for decoding images in this process. Decoding uses the four threads of Node's thread pool, which also read files, and a
 * small file can expand to hundreds of megabytes. Each type of image therefore has a queue, and together the queues leave some
 * threads free (docs/decisions/14-pictures-and-uploads.md).
 */
import { availableParallelism } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import { stripPngChunks } from './png-chunks.ts';
import { workQueue } from './work-queue.ts';

/** Queue of untrusted images, which are decoded one at a time. Twelve waiting images take 60 MiB. */
export const uploadQueue = workQueue(1, 12);

/**
 * Queue of the merchant's images and their variants. Requests for variants are scheduled fairly by client
 * (core/client-scheduler.ts).
 */
export const catalogueQueue = workQueue(availableParallelism() > 2 ? 2 : 1, 200);

/**
 * Queue of JPEG variants. They have their own queue because crawlers and emails request them, and must not delay the images that a
 * shopper sees.
 */
export const jpegQueue = workQueue(1, 200);

// Disables libvips' cache: the server rarely decodes an image twice in a row, so the cache would only take memory.
sharp.cache(false);

/** Opens an image with limits for untrusted input: one frame, a maximum number of pixels, no broken data. */
export function openImage(bytes: Uint8Array, pixelLimit: number): Sharp {
  return sharp(stripPngChunks(bytes), { limitInputPixels: pixelLimit, pages: 1, failOn: 'error' });
}
