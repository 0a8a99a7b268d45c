/**
 * Encodes the images of the home page's first screen before a shop with newly imported products starts to serve requests, so that
 * the first shopper does not wait for them. Chooses the variants for common screen sizes
 * (docs/decisions/14-pictures-and-uploads.md).
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { screens, selectSrcsetWidth } from '#lib/media/screens.ts';
import { uncompressedBody } from '../cache/encode-body.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { Services } from '../core/services.ts';
import { type ReportProgress, trackProgress } from '../core/track-progress.ts';
import {
  areImageVariantsClaimed,
  claimImageVariants,
  hasPendingImageVariants,
  releaseImageVariants,
} from '../media/derivatives-job.ts';
import { type EncodingTask, encodeMissingImageVariants } from '../media/encode-missing-variants.ts';

/** Maximum number of images on the first screen: one banner and, on a tablet, two rows of products. */
const maxPictures = 7;
/** Default time limit, ms. After it the server starts to serve requests, and jobs encode the remaining images. */
const defaultTimeoutMs = 60_000;

/** How often a machine checks whether the other machines have finished, ms. */
const pollMs = 100;

/** Maximum number of concurrent encoders: each holds a whole image in memory. */
const maxEncoders = 4;

/**
 * Encodes the missing image variants of the home page's first screen. Failures are logged, and jobs encode those variants later.
 * @param timeoutMs time limit, ms; after it the shop opens even if the home page is still being rendered
 */
export async function encodeFirstScreenImages(
  services: Services,
  cache: Pick<PageCache, 'get'>,
  timeoutMs = defaultTimeoutMs,
): Promise<void> {
  const stop = AbortSignal.timeout(timeoutMs);
  const made = makeShown(services, cache, stop).catch((error) =>
    services.log.error({ err: error }, 'image preparation failed'),
  );
  await Promise.race([made, once(stop, 'abort')]);
}

async function makeShown(
  services: Services,
  cache: Pick<PageCache, 'get'>,
  stop: AbortSignal,
): Promise<void> {
  if (!(await hasPendingImageVariants(services.db.read))) return;
  const began = performance.now();
  const queue = findFirstScreenImages(uncompressedBody(await cache.get('/')).toString());
  let made = 0;
  const total = queue.length;
  const label = {
    title: 'Encoding',
    unit: 'images',
    printLine: (progress: string) => services.log.info({ progress }, 'image encoding running'),
  };
  const work = async (onProgress: ReportProgress) => {
    for (let task = queue.shift(); task && !stop.aborted; task = queue.shift()) {
      // Machines that start at the same time share the work.
      if (!(await claimImageVariants(services, task))) continue;
      try {
        for await (const _ of encodeMissingImageVariants(services, task, { signal: stop, isQuick: true }))
          made += 1;
      } catch (error) {
        if (!stop.aborted) services.log.warn({ err: error, picture: task.id }, 'image encoding failed');
      } finally {
        await releaseImageVariants(services, task.id);
      }
      onProgress(total - queue.length, total);
    }
  };
  await trackProgress(label, (onProgress) =>
    Promise.all(
      Array.from({ length: Math.min(maxEncoders, availableParallelism()) }, () => work(onProgress)),
    ),
  );
  // Waits for the variants that other machines have claimed.
  while (!stop.aborted && (await areImageVariantsClaimed(services)))
    await sleep(pollMs, undefined, { signal: stop }).catch(() => {});
  // Logs nothing if all variants were already stored, as after a restart.
  if (made === 0) return;
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  services.log.info({ imageVariants: made, seconds }, 'images prepared');
}

const source =
  /<source type="image\/avif"(?: media="\(width (?:<|&lt;)= (\d+)px\)")? srcset="(\/media\/([0-9a-f]{20})\/[^"]+)" sizes="([^"]+)"/g;

/**
 * Returns the image variants that browsers on common screens choose for a page's first images, in page order. Only the first
 * image of a carousel counts, because the others are not visible.
 */
export function findFirstScreenImages(html: string): EncodingTask[] {
  const sections = html.slice(Math.max(0, html.indexOf('<main'))).split('<section');
  const pictures = sections.flatMap((section) =>
    section.split('<picture').slice(1, section.includes('data-carousel') ? 2 : undefined),
  );
  const widthsById = new Map<string, Set<number>>();
  for (const picture of pictures.slice(0, maxPictures)) {
    const sources = [...picture.matchAll(source)];
    for (const screen of Object.values(screens)) {
      const [, , srcset, id, sizes] =
        sources.find(([, widest]) => screen.width <= Number(widest ?? Infinity)) ?? [];
      if (!id) continue;
      const widths = [...srcset!.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width));
      widthsById.set(id, (widthsById.get(id) ?? new Set()).add(selectSrcsetWidth(sizes!, widths, screen)));
    }
  }
  return [...widthsById].map(([id, widths]) => ({
    id,
    forms: [...widths].map((width) => ({ width, format: 'avif' as const })),
  }));
}
