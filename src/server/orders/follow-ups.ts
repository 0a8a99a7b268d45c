/** What an order's change sets going, written in the same transaction. */
import type { Transaction } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** Forgets the pages made from these tags. */
export async function purge(
  trx: Transaction<Tables>,
  tagList: readonly string[],
  now: number,
): Promise<void> {
  if (tagList.length === 0) return;
  await trx
    .insertInto('purges')
    .values(tagList.map((tag) => ({ tag, at: now })))
    .execute();
}

/** Writes a job once for its key. */
export async function enqueue(
  trx: Transaction<Tables>,
  job: { kind: string; dedupeKey: string; payload: object; runAt: number },
): Promise<void> {
  await trx
    .insertInto('jobs')
    .values({
      kind: job.kind,
      dedupe_key: job.dedupeKey,
      payload: JSON.stringify(job.payload),
      run_at: job.runAt,
      attempts: 0,
      locked_until: 0,
      locked_by: '',
      done_at: null,
      last_error: '',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
