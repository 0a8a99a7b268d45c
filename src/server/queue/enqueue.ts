/** Puts work off until after the transaction that causes it. */
import type { Transaction } from '../db/database.ts';

export interface NewJob {
  /** Names the handler, see jobs/table.ts. */
  kind: string;
  /** While a job with this key waits or runs, another is not added; '' for no such limit. */
  dedupeKey: string;
  /** What the handler is given, as JSON. */
  payload: object;
  /** Not before this instant, ms UTC. */
  runAt: number;
}

/** Adds a job that exists if and only if the transaction commits; it runs at least once. */
export async function enqueue(trx: Transaction, job: NewJob): Promise<void> {
  await trx
    .insertInto('jobs')
    .values({
      kind: job.kind,
      dedupe_key: job.dedupeKey,
      payload: JSON.stringify(job.payload),
      state: 'waiting',
      run_at: job.runAt,
      attempts: 0,
      locked_until: 0,
      locked_by: '',
      finished_at: null,
      last_error: '',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes jobs back, those that were done too: their payload names a person. */
export async function forgetJob(trx: Transaction, dedupeKey: string): Promise<void> {
  await trx.deleteFrom('jobs').where('dedupe_key', '=', dedupeKey).execute();
}
