/** Makes the forms of every stored picture in the background, so that no shopper waits for them. */
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { type PictureFormat, widthsOf } from '#lib/media/picture.ts';
import type { Tables } from '../db/tables.ts';
import { enqueue } from '../queue/enqueue.ts';
import { handle, type JobHandlers } from '../queue/job.ts';
import { readDerivative } from './derivatives.ts';
import { readPictures } from './pictures-store.ts';

const formats: readonly PictureFormat[] = ['avif', 'webp', 'jpeg'];

/** What cards and a gallery's first view ask for: these of all pictures are made before the rest of any. */
const firstWidths = [320, 480, 640, 800];
const firstFormats: readonly PictureFormat[] = ['avif', 'webp'];
const restAfterMs = 60_000;

/** Adds the jobs of a new picture. */
export async function enqueueDerivatives(trx: Transaction<Tables>, id: string, now: number): Promise<void> {
  const job = { kind: 'warm-picture', payload: { id } };
  await enqueue(trx, { ...job, dedupeKey: `warm-picture:${id}`, runAt: now, payload: { id, isFirst: true } });
  await enqueue(trx, { ...job, dedupeKey: `warm-picture:${id}:rest`, runAt: now + restAfterMs });
}

/** One picture at a time in a process; a form that is stored already is not made again. */
export const mediaJobs: JobHandlers = {
  'warm-picture': handle(
    z.object({ id: z.string(), isFirst: z.boolean().default(false) }),
    async ({ id, isFirst }, { services, signal, ending }) => {
      const picture = (await readPictures(services.db.read, [id])).get(id);
      if (!picture) return;
      const widths = widthsOf(picture).filter((width) => !isFirst || firstWidths.includes(width));
      for (const width of widths) {
        for (const format of isFirst ? firstFormats : formats) {
          signal.throwIfAborted();
          ending?.throwIfAborted();
          await readDerivative(services, id, width, format, 'idle');
        }
      }
    },
    { atOnce: 1 },
  ),
};
