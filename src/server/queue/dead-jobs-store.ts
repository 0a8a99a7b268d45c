/** Work that was given up: seen in the metrics, listed and tried again from the command line. */
import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';

export interface DeadJob {
  id: number;
  kind: string;
  /** What it was about, e.g. `order-confirmation:K7QMD-4XHRA`. */
  key: string;
  at: number;
  attempts: number;
  error: string;
}

/** The newest first. */
export async function listDeadJobs(db: Queryable, most: number): Promise<DeadJob[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'dedupe_key as key', 'finished_at', 'attempts', 'last_error as error'])
    .where('state', '=', 'given_up')
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ finished_at, ...row }) => ({ ...row, at: finished_at ?? 0 }));
}

/** What the jobs of a kind that were given up were about. */
export async function deadJobKeys(db: Queryable, kind: string): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('dedupe_key')
    .where('state', '=', 'given_up')
    .where('kind', '=', kind)
    .execute();
  return rows.map((row) => row.dedupe_key);
}

/** Returns how many were given up, by kind; of all together it counts at most 10,000, because it runs at every scrape of the metrics. */
export async function countDeadJobs(db: Queryable): Promise<{ kind: string; count: number }[]> {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('jobs')
        .select('kind')
        // Written into the statement: SQLite does not use the partial index for a bound value.
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
 * Has everything that was given up tried again from `now`, except what waits anew under the same key.
 * @returns how many
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
