/** Defers work until after the transaction that causes it. */
import type { Insertable } from 'kysely';
import type { Transaction } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import type { JobsTable } from '../db/tables.ts';

export interface NewJob {
  /** Names the handler, see jobs/table.ts. */
  kind: string;
  /** While a job with this key waits or runs, no second one is added; '' for no deduplication. */
  dedupeKey: string;
  /** Passed to the handler; stored as JSON. */
  payload: object;
  /** Earliest start, ms UTC. */
  runAt: number;
}

/** Returns the row of a job that no process has claimed yet. */
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

/** Adds a job that exists if and only if the transaction commits. It runs at least once. */
export async function enqueue(trx: Transaction, job: NewJob): Promise<void> {
  await insertJob(trx, toJobRow(job));
}

const insertJob = prepareQuery((trx, row: Insertable<JobsTable>) =>
  trx
    .insertInto('jobs')
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
);

/** Deletes the jobs with this key, finished ones included, because their payload identifies a person. */
export async function deleteJobsByKey(trx: Transaction, dedupeKey: string): Promise<void> {
  await trx.deleteFrom('jobs').where('dedupe_key', '=', dedupeKey).execute();
}
