/** Adds jobs to the queue; a job runs after the transaction that adds it has committed. */
import type { Insertable } from 'kysely';
import type { Transaction } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import type { JobsTable } from '../db/tables.ts';

export interface NewJob {
  /** Name of the job's handler in jobs/table.ts. */
  kind: string;
  /** While a job with this key waits or runs, no second one is added; '' for no deduplication. */
  dedupeKey: string;
  /** Data that is passed to the handler; stored as JSON. */
  payload: object;
  /** Earliest start, ms UTC. */
  runAt: number;
}

/** Returns the database row of a new job, which no process has claimed yet. */
export function toJobRow({ kind, dedupeKey, payload, runAt }: NewJob): Insertable<JobsTable> {
  return {
    kind,
    dedupe_key: dedupeKey,
    payload: JSON.stringify(payload),
    state: 'waiting',
    run_at: runAt,
    attempts: 0,
    locked_until: 0,
    locked_by: '',
    finished_at: null,
    last_error: '',
  };
}

/** Adds a job, which exists only if the transaction commits. The job runs at least once. */
export async function enqueue(trx: Transaction, job: NewJob): Promise<void> {
  await insertJob(trx, toJobRow(job));
}

const insertJob = prepareQuery((trx, row: Insertable<JobsTable>) =>
  trx
    .insertInto('jobs')
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
);

/** Deletes all jobs with this deduplication key, including finished ones, because their payload contains personal data. */
export async function deleteJobsByKey(trx: Transaction, dedupeKey: string): Promise<void> {
  await trx.deleteFrom('jobs').where('dedupe_key', '=', dedupeKey).execute();
}
