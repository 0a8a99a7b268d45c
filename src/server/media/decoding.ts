/**
 * Decoding in this process. It runs on the four threads with which Node reads files, and a small file can unpack to hundreds of
 * megabytes: each type of picture has a queue, and together they leave threads free (docs/decisions/14-pictures-and-uploads.md).
 */
import { availableParallelism } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import { stripPngChunks } from './png-chunks.ts';
import { workQueue } from './work-queue.ts';

/** Untrusted pictures: one at a time. Twelve queued ones take 60 MiB. */
export const uploadQueue = workQueue(1, 12);

/** The merchant's pictures and their image variants; clients that request variants take turns (core/client-scheduler.ts). */
export const catalogueQueue = workQueue(availableParallelism() > 2 ? 2 : 1, 200);

/** JPEG, which crawlers and emails fetch; it never delays what a shopper sees. */
export const jpegQueue = workQueue(1, 200);

// The server rarely decodes a picture twice in a row, so libvips' cache would only take memory.
sharp.cache(false);

/** Opens a picture with the limits for untrusted bytes: one frame, limited pixels, no broken data. */
export function openImage(bytes: Uint8Array, pixelLimit: number): Sharp {
  return sharp(stripPngChunks(bytes), { limitInputPixels: pixelLimit, pages: 1, failOn: 'error' });
}
