/** Work that was given up: seen in the metrics, listed and tried again from the command line. */
import type { Queryable } from '../db/database.ts';

export interface GivenUp {
  id: number;
  kind: string;
  /** What it was about, e.g. `order-confirmation:K7QMD-4XHRA`. */
  key: string;
  at: number;
  attempts: number;
  error: string;
}

/** The newest first. */
export async function listGivenUp(db: Queryable, most: number): Promise<GivenUp[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'dedupe_key', 'finished_at', 'attempts', 'last_error'])
    .where('state', '=', 'given_up')
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    key: row.dedupe_key,
    at: row.finished_at ?? 0,
    attempts: row.attempts,
    error: row.last_error,
  }));
}

/** What the jobs of a kind that were given up were about. */
export async function givenUpKeys(db: Queryable, kind: string): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('dedupe_key')
    .where('state', '=', 'given_up')
    .where('kind', '=', kind)
    .execute();
  return rows.map((row) => row.dedupe_key);
}

/** How many were given up, by kind. */
export async function countGivenUp(db: Queryable): Promise<{ kind: string; count: number }[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['kind', (select) => select.fn.countAll<number | string>().as('count')])
    .where('state', '=', 'given_up')
    .groupBy('kind')
    .execute();
  return rows.map(({ kind, count }) => ({ kind, count: Number(count) }));
}

/**
 * Has everything that was given up tried again from `now`, except what waits anew under the same key.
 * @returns how many
 */
export async function retryGivenUp(db: Queryable, now: number): Promise<number> {
  let retried = 0;
  for (const { id, key } of await listGivenUp(db, 100_000)) {
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
