/** Makes the forms of pictures that pages ask for first, in the background, so that no shopper waits for them. */
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { widthsOf } from '#lib/media/picture.ts';
import type { Tables } from '../db/tables.ts';
import { enqueue } from '../queue/enqueue.ts';
import { handle, type JobHandlers } from '../queue/job.ts';
import { readDerivative } from './derivatives.ts';
import { readPictures } from './pictures-store.ts';

/** px: cards on phones and desktops, the gallery's first view. */
const hotWidths = [320, 480, 640, 800];

/** Everything else is made when it is first asked for. */
const hotFormats = ['avif', 'webp'] as const;

/** Adds a job for each picture that products and collections show, first pictures first. */
export async function enqueueWarmUp(trx: Transaction<Tables>, now: number): Promise<void> {
  const gallery = await trx
    .selectFrom('product_media')
    .select('media_id')
    .distinct()
    .select((of) => of.fn.min('position').as('first'))
    .groupBy('media_id')
    .orderBy('first')
    .limit(500)
    .execute();
  for (const { media_id } of gallery) {
    await enqueue(trx, {
      kind: 'warm-picture',
      dedupeKey: `warm-picture:${media_id}`,
      payload: { id: media_id },
      runAt: now,
    });
  }
}

export const mediaJobs: JobHandlers = {
  'warm-picture': handle(
    z.object({ id: z.string() }),
    async ({ id }, { services, signal }) => {
      const picture = (await readPictures(services.db.read, [id])).get(id);
      if (!picture) return;
      const known = widthsOf(picture);
      for (const width of hotWidths.filter((hot) => known.includes(hot))) {
        for (const format of hotFormats) {
          signal.throwIfAborted();
          await readDerivative(services, id, width, format, 'idle');
        }
      }
    },
    { atOnce: 1 },
  ),
};
