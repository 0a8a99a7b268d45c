/** Stores jobs in the database. A process claims a job for a limited time, in which only that process works on it. */
import type { Updateable } from 'kysely';
import type { Database, Queryable } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import type { JobsTable } from '../db/tables.ts';
import { toJobRow } from './enqueue.ts';

/** How long a claim lasts unless it is renewed, ms. After a crash, other processes can claim the job only after this time. */
export const leaseMs = 20_000;

export interface ClaimedJob {
  id: number;
  kind: string;
  payload: string;
  attempt: number;
}

/** Returns the job kinds among `kinds` that have a job ready to be claimed. */
export async function findDueJobKinds(
  db: Database,
  kinds: readonly string[],
  now: number,
): Promise<string[]> {
  if (kinds.length === 0) return [];
  return (await readDueKinds(db.read, now, kinds)).map((row) => row.kind);
}

// This query runs every second, so it is prepared.
const readDueKinds = prepareQuery((read, now: number, kinds: readonly string[]) =>
  claimable(read, now).select('kind').distinct().where('kind', 'in', kinds),
);

/**
 * Claims due jobs of a kind for `worker`, oldest first, in one statement. On PostgreSQL, workers skip rows that another worker
 * is claiming; SQLite has only one writer.
 */
export async function claimDue(
  db: Database,
  kind: string,
  worker: string,
  now: number,
  limit: number,
): Promise<ClaimedJob[]> {
  const claim = { locked_until: now + leaseMs, locked_by: worker };
  const claimed = await claimJobs(db.write, kind, now, limit, claim, db.dialect === 'postgres' ? 1 : null);
  return claimed
    .sort((one, other) => one.run_at - other.run_at || one.id - other.id)
    .map(({ attempts, run_at: _, ...job }) => ({ ...job, attempt: attempts }));
}

const claimJobs = prepareQuery(
  (db, kind: string, now: number, limit: number, claim: Updateable<JobsTable>, skipsLocked: 1 | null) =>
    db
      // A common table expression, because PostgreSQL then evaluates the locking query only once.
      .with('due', (read) =>
        claimable(read, now)
          .select('id')
          .where('kind', '=', kind)
          .orderBy('run_at')
          .orderBy('id')
          .limit(limit)
          .$if(skipsLocked !== null, (query) => query.forUpdate().skipLocked()),
      )
      .updateTable('jobs')
      .set(claim)
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', ({ selectFrom }) => selectFrom('due').select('due.id'))
      .returning(['id', 'kind', 'payload', 'attempts', 'run_at']),
);

function claimable(read: Pick<Queryable, 'selectFrom'>, now: number) {
  return read
    .selectFrom('jobs')
    .where('state', '=', 'waiting')
    .where('run_at', '<=', now)
    .where('locked_until', '<=', now);
}

/** The next state of a claimed job. */
export interface JobOutcome {
  state: 'waiting' | 'done' | 'given_up';
  runAt?: number;
  attempts?: number;
  error: string;
}

/**
 * Ends a worker's claim on a job and stores the job's next state.
 * @returns false, without any change, if the claim had expired and another worker has the job now
 */
export async function releaseJob(
  db: Queryable,
  id: number,
  worker: string,
  { state, runAt, attempts, error }: JobOutcome,
  now: number,
): Promise<boolean> {
  const columns = {
    state,
    locked_until: 0,
    locked_by: '',
    finished_at: state === 'waiting' ? null : now,
    last_error: error,
    ...(runAt === undefined ? {} : { run_at: runAt }),
    ...(attempts === undefined ? {} : { attempts }),
  };
  return (await endClaim(db, id, worker, columns)).length === 1;
}

const endClaim = prepareQuery((db, id: number, worker: string, columns: Updateable<JobsTable>) =>
  db.updateTable('jobs').set(columns).where('id', '=', id).where('locked_by', '=', worker).returning('id'),
);

/** Extends the claims of jobs that are still running. */
export async function extendClaims(
  db: Queryable,
  ids: readonly number[],
  worker: string,
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('jobs')
    .set({ locked_until: now + leaseMs })
    .where('id', 'in', ids)
    .where('locked_by', '=', worker)
    .execute();
}

/** Inserts one row per recurring job, due immediately; an existing row keeps its schedule. */
export async function ensureRecurring(db: Queryable, kinds: readonly string[], now: number): Promise<void> {
  if (kinds.length === 0) return;
  const rows = kinds.map((kind) =>
    toJobRow({ kind, dedupeKey: recurringKey(kind), payload: {}, runAt: now }),
  );
  await db
    .insertInto('jobs')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Tolerated difference between the machines' clocks, ms. */
const clockLeeway = 5_000;

/**
 * Makes recurring jobs due immediately if their next run or the end of their claim is later than an interval or claim can last. This
 * happens when the clock was set back after the row was written; the job would otherwise pause until the clock caught up.
 */
export async function rescheduleAfterClockChange(
  { read, write }: Pick<Database, 'read' | 'write'>,
  recurring: readonly { kind: string; every: number }[],
  now: number,
): Promise<void> {
  if (recurring.length === 0) return;
  const every = new Map(recurring.map((job) => [recurringKey(job.kind), job.every]));
  const rows = await read
    .selectFrom('jobs')
    .select(['id', 'dedupe_key', 'run_at', 'locked_until'])
    .where('dedupe_key', 'in', [...every.keys()])
    .where('state', '=', 'waiting')
    .execute();
  for (const { id, dedupe_key, run_at, locked_until } of rows) {
    const isAhead = run_at > now + (every.get(dedupe_key) ?? 0) + clockLeeway;
    const isClaimAhead = locked_until > now + leaseMs + clockLeeway;
    if (!isClaimAhead && (!isAhead || locked_until > now)) continue;
    await write
      .updateTable('jobs')
      .set({ run_at: now, locked_until: 0, locked_by: '' })
      .where('id', '=', id)
      .where('run_at', '=', run_at)
      .where('locked_until', '=', locked_until)
      .execute();
  }
}

function recurringKey(kind: string): string {
  return `recurring:${kind}`;
}
