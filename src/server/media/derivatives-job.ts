/** Encodes the variants of every stored picture in the background, so that no shopper waits for them. */
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

/** Widths, px, that screens choose in lists and galleries of products (tests/unit/lib/media/screens.test.ts). */
const productWidths = [352, 560, 800, 1440];
/** Widths, px, in WebP: thumbnails and suggestions use no other format. Browsers without AVIF get wider ones on request. */
const webpWidths = [160, 320, 352, 560, 800];

/** Returns the image variants that jobs encode; all others are encoded on their first request. */
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

/** ms. A picture is stored before the product that shows it, and the product decides which variants are wanted. */
const settleMs = 10_000;

export async function enqueueImageEncoding(trx: Transaction, id: string, now: number): Promise<void> {
  await enqueue(trx, { kind, dedupeKey: keyOf(id), runAt: now + settleMs, payload: { id } });
}

const keyOf = (id: string) => `${kind}:${id}`;

/** Life of a claim on one picture's variants, ms. After a crash the claim expires and a job encodes them. */
const claimMs = 20_000;

const firstScreenKey = (id: string) => `${kind}:${id}:first-screen`;

/**
 * Claims a picture's variants for a machine that encodes them before it opens; machines that start together share the work.
 * @returns false when another machine has claimed them
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

/** Releases such a claim; other jobs encode any variants that are still missing. */
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

/** Returns whether any picture still waits for its variants, as in a shop that was just filled. */
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

/** One picture at a time per process; a variant that is stored already is encoded again only if it was encoded quickly. */
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

/** Enqueues jobs for pictures that lack variants, as after restoring a backup; skips pictures whose job failed permanently. */
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
