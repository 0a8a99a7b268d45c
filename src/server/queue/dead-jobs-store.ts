/** Counts, lists and retries jobs that failed permanently, for the metrics and the command line. */
import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';

export interface DeadJob {
  id: number;
  kind: string;
  /** The job's deduplication key, e.g. `order-confirmation:K7QMD-4XHRA`. */
  key: string;
  at: number;
  attempts: number;
  error: string;
}

/** Returns at most `limit` dead jobs, newest first. */
export async function listDeadJobs(db: Queryable, limit: number): Promise<DeadJob[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'dedupe_key as key', 'finished_at', 'attempts', 'last_error as error'])
    .where('state', '=', 'given_up')
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ finished_at, ...row }) => ({ ...row, at: finished_at ?? 0 }));
}

export async function deadJobKeys(db: Queryable, kind: string): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('dedupe_key')
    .where('state', '=', 'given_up')
    .where('kind', '=', kind)
    .execute();
  return rows.map((row) => row.dedupe_key);
}

/** Counts dead jobs by kind. The count stops at 10,000 in total, because every scrape of the metrics runs this query. */
export async function countDeadJobs(db: Queryable): Promise<{ kind: string; count: number }[]> {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('jobs')
        .select('kind')
        // A literal, because SQLite does not use the partial index for a bound value.
        .where('state', '=', sql.lit('given_up'))
        .limit(10_000)
        .as('given_up'),
    )
    .select(['kind', (select) => select.fn.countAll<number | string>().as('count')])
    .groupBy('kind')
    .execute();
  return rows.map(({ kind, count }) => ({ kind, count: Number(count) }));
}

/**
 * Reschedules every dead job to run at `now`, except those whose deduplication key already has a waiting job.
 * @returns the number of rescheduled jobs
 */
export async function retryDeadJobs(db: Queryable, now: number): Promise<number> {
  let retried = 0;
  for (const { id, key } of await listDeadJobs(db, 100_000)) {
    const { numUpdatedRows } = await db
      .updateTable('jobs')
      .set({ state: 'waiting', run_at: now, attempts: 0, finished_at: null })
      .where('id', '=', id)
      .where('state', '=', 'given_up')
      .where(({ not, exists, selectFrom, lit }) =>
        key === ''
          ? lit(true)
          : not(
              exists(
                selectFrom('jobs as other')
                  .select('other.id')
                  .where('other.dedupe_key', '=', key)
                  .where('other.state', '=', 'waiting'),
              ),
            ),
      )
      .executeTakeFirstOrThrow();
    retried += Number(numUpdatedRows);
  }
  return retried;
}
