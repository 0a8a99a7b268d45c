/** Makes the forms of every stored picture in the background, so that no shopper waits for them. */
import { z } from 'zod';
import { type PictureFormat, widthsOf } from '#lib/media/picture.ts';
import type { Services } from '../core/services.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { enqueue } from '../queue/enqueue.ts';
import { givenUpKeys } from '../queue/given-up-store.ts';
import { handle, type JobHandlers, type RecurringJob, Unfinished } from '../queue/job.ts';
import type { PictureForm } from './encode-form.ts';
import { makeForms, type WantedForms } from './make-forms.ts';
import { countForms, readOriginal } from './pictures-store.ts';

type Needs = Pick<Services, 'db' | 'now'>;

const kind = 'warm-picture';
const formats = ['avif', 'webp', 'jpeg'] as const satisfies PictureFormat[];

/** What cards and a gallery's first view ask for: these of all pictures are made before the rest of any. */
const firstWidths = [320, 480, 640, 800];
const firstFormats: readonly PictureFormat[] = ['avif', 'webp'];
const restAfterMs = 60_000;

const formsOf = (picture: { width: number }): PictureForm[] =>
  widthsOf(picture).flatMap((width) => formats.map((format) => ({ width, format })));

const isFirstForm = ({ width, format }: PictureForm) =>
  firstWidths.includes(width) && firstFormats.includes(format);

const restKey = (id: string) => `${kind}:${id}:rest`;

/** Adds the jobs of a picture. */
export async function enqueueDerivatives(trx: Transaction, id: string, now: number): Promise<void> {
  const job = { kind, payload: { id } };
  await enqueue(trx, { ...job, dedupeKey: `${kind}:${id}`, runAt: now, payload: { id, isFirst: true } });
  await enqueue(trx, { ...job, dedupeKey: restKey(id), runAt: now + restAfterMs });
}

/** Has forms made before those of all other pictures. */
export async function enqueueAhead(trx: Transaction, { id, forms }: WantedForms): Promise<void> {
  await enqueue(trx, { kind, dedupeKey: `${kind}:${id}:ahead`, runAt: 0, payload: { id, forms } });
}

/** Has forms that were made quickly made once more, with care, when every picture has its first. */
export async function enqueueAnew(trx: Transaction, { id, forms }: WantedForms, now: number): Promise<void> {
  const payload = { id, forms, anew: true };
  await enqueue(trx, { kind, dedupeKey: `${kind}:${id}:anew`, runAt: now + restAfterMs, payload });
}

/** How long a machine that starts may take for the forms of one picture, ms; after a crash a job makes them. */
const claimMs = 20_000;

const firstScreenKey = (id: string) => `${kind}:${id}:first-screen`;

/**
 * Claims the forms of a picture for a machine that makes them before it opens; several that start at once share the work so.
 * @returns false when another machine has claimed them
 */
export async function claimForms({ db, now }: Needs, { id, forms }: WantedForms): Promise<boolean> {
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

/** Ends such a claim: the forms are stored, or are left to other jobs. */
export async function releaseForms({ db }: Needs, id: string): Promise<void> {
  await db.write.deleteFrom('jobs').where('dedupe_key', '=', firstScreenKey(id)).execute();
}

/** Whether a machine still makes forms that it has claimed. */
export async function areFormsClaimed({ db, now }: Needs): Promise<boolean> {
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

/** Whether pictures wait for forms, as in a shop that was just filled. */
export async function areFormsWaiting(db: Queryable): Promise<boolean> {
  const waiting = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/** One picture at a time in a process; a form that is stored already is not made again. */
export const mediaJobs: JobHandlers = {
  [kind]: handle(
    z.object({
      id: z.string(),
      isFirst: z.boolean().default(false),
      /** Just these. */
      forms: z.array(z.object({ width: z.number().int(), format: z.enum(formats) })).optional(),
      anew: z.boolean().default(false),
    }),
    async ({ id, isFirst, forms, anew }, { services, signal, ending }) => {
      const picture = await readOriginal(services.db.read, id);
      if (!picture) return;
      const wanted = forms ?? formsOf(picture).filter((form) => !isFirst || isFirstForm(form));
      const stop = AbortSignal.any(ending ? [signal, ending] : [signal]);
      let made = 0;
      try {
        for await (const _ of makeForms(services, { id, forms: wanted }, { signal: stop, anew })) made += 1;
      } catch (error) {
        // What is made anew begins at its beginning again.
        if (stop.aborted && made > 0 && !anew) throw new Unfinished();
        stop.throwIfAborted();
        throw error;
      }
    },
    { atOnce: 1 },
  ),
};

const batch = 100;

/**
 * Adds the jobs of pictures that lack forms: those of a restored backup, or of a version that had no such jobs. What was given
 * up stays so.
 */
export const missingDerivatives: RecurringJob = {
  kind: 'missing-derivatives',
  every: 3_600_000,
  run: async ({ services: { db, now }, signal, ending }) => {
    const givenUp = new Set(await givenUpKeys(db.read, kind));
    for (let after = ''; ; ) {
      ending?.throwIfAborted();
      signal.throwIfAborted();
      const pictures = await countForms(db.read, after, batch);
      if (pictures.length === 0) return;
      const lacking = pictures.filter(
        (picture) => picture.forms < formsOf(picture).length && !givenUp.has(restKey(picture.id)),
      );
      if (lacking.length > 0) {
        await db.transaction(async (trx) => {
          for (const { id } of lacking) await enqueueDerivatives(trx, id, now());
        });
      }
      after = pictures.at(-1)!.id;
    }
  },
};
