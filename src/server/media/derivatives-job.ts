/** Encodes the variants of every stored image in the background, so that no shopper has to wait for them. */
import { z } from 'zod';
import { srcsetWidths } from '#lib/media/image.ts';
import type { Services } from '../core/services.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { deadJobKeys } from '../queue/dead-jobs-store.ts';
import { enqueue } from '../queue/enqueue.ts';
import { defineJobHandler, type JobHandlers, JobInterruptedError, type RecurringJob } from '../queue/job.ts';
import type { ImageVariant } from './encode-image-variant.ts';
import { type EncodingTask, encodeMissingImageVariants } from './encode-missing-variants.ts';
import { readImageVariantNames, readOriginalInfo } from './images-store.ts';

type Needs = Pick<Services, 'db' | 'now'>;

const kind = 'warm-picture';

/** Widths in px that browsers choose in product lists and galleries (tests/unit/lib/media/screens.test.ts). */
const productWidths = [352, 560, 800, 1440];
/**
 * Widths in px of WebP variants: thumbnails and suggestions use only WebP. For browsers without AVIF, wider variants are encoded
 * on request.
 */
const webpWidths = [160, 320, 352, 560, 800];

/** Returns the image variants that jobs encode in advance; all others are encoded on their first request. */
export function getImageVariantsToEncode(picture: { width: number; isOfProduct: boolean }): ImageVariant[] {
  const isEncodedWidth = (width: number) =>
    !picture.isOfProduct || productWidths.includes(width) || (width === picture.width && width < 1440);
  const inWebp = new Set(webpWidths.map((width) => Math.min(width, picture.width)));
  return [
    ...srcsetWidths(picture)
      .filter(isEncodedWidth)
      .map((width) => ({ width, format: 'avif' as const })),
    ...[...inWebp].map((width) => ({ width, format: 'webp' as const })),
  ];
}

/** Delay before a new image is encoded, ms. An image is stored before its product, which determines the variants to encode. */
const settleMs = 10_000;

export async function enqueueImageEncoding(trx: Transaction, id: string, now: number): Promise<void> {
  await enqueue(trx, { kind, dedupeKey: keyOf(id), runAt: now + settleMs, payload: { id } });
}

const keyOf = (id: string) => `${kind}:${id}`;

/** Lifetime of a claim on one image's variants, ms. After a crash the claim expires, and a job encodes the variants. */
const claimMs = 20_000;

const firstScreenKey = (id: string) => `${kind}:${id}:first-screen`;

/**
 * Claims an image's variants for a machine that encodes them before it serves requests, so that machines that start at the same
 * time share the work.
 * @returns false if another machine has claimed them
 */
export async function claimImageVariants({ db, now }: Needs, { id, forms }: EncodingTask): Promise<boolean> {
  const inserted = await db.write
    .insertInto('jobs')
    .values({
      ...{ kind, dedupe_key: firstScreenKey(id), payload: JSON.stringify({ id, forms }) },
      ...{ state: 'waiting', run_at: now(), attempts: 0, finished_at: null, last_error: '' },
      ...{ locked_until: now() + claimMs, locked_by: 'first-screens' },
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Releases a claim on an image's variants. Jobs encode the variants that are still missing. */
export async function releaseImageVariants({ db }: Needs, id: string): Promise<void> {
  await db.write.deleteFrom('jobs').where('dedupe_key', '=', firstScreenKey(id)).execute();
}

/** Returns whether a machine is still encoding variants that it has claimed. */
export async function areImageVariantsClaimed({ db, now }: Needs): Promise<boolean> {
  const claimed = await db.read
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .where('locked_by', '=', 'first-screens')
    .where('locked_until', '>', now())
    .limit(1)
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Returns whether any image is waiting to be encoded, as in a shop whose products were just imported. */
export async function hasPendingImageVariants(db: Queryable): Promise<boolean> {
  const waiting = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/**
 * Encodes one image at a time per process. Skips variants that are already stored, but encodes those again that were encoded
 * quickly.
 */
export const mediaJobs: JobHandlers = {
  [kind]: defineJobHandler(
    z.object({ id: z.string() }),
    async ({ id }, { services, signal, ending }) => {
      const picture = await readOriginalInfo(services.db.read, id);
      if (!picture) return;
      const stop = AbortSignal.any(ending ? [signal, ending] : [signal]);
      let made = 0;
      try {
        for await (const _ of encodeMissingImageVariants(
          services,
          { id, forms: getImageVariantsToEncode(picture) },
          { signal: stop },
        ))
          made += 1;
      } catch (error) {
        if (stop.aborted && made > 0) throw new JobInterruptedError();
        stop.throwIfAborted();
        throw error;
      }
    },
    { atOnce: 1 },
  ),
};

const batch = 100;

/**
 * Enqueues jobs for images that lack variants, for example after a backup was restored. Skips images whose job failed
 * permanently.
 */
export const missingImageVariantsJob: RecurringJob = {
  kind: 'missing-derivatives',
  every: 3_600_000,
  run: async ({ services: { db, now }, signal, ending }) => {
    const failedKeys = new Set(await deadJobKeys(db.read, kind));
    for (let after = ''; ; ) {
      ending?.throwIfAborted();
      signal.throwIfAborted();
      const pictures = await readImageVariantNames(db.read, after, batch);
      if (pictures.length === 0) return;
      const lacking = pictures.filter(
        ({ id, forms, ...picture }) =>
          !failedKeys.has(keyOf(id)) &&
          getImageVariantsToEncode(picture).some(({ width, format }) => !forms.has(`${width}.${format}`)),
      );
      if (lacking.length > 0) {
        await db.transaction(async (trx) => {
          for (const { id } of lacking) await enqueueImageEncoding(trx, id, now());
        });
      }
      after = pictures.at(-1)!.id;
    }
  },
};
