/** Checks that the database accepts writes: with a full disk the shop still serves pages but loses every order. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Services } from '../core/services.ts';
import { isRetryableConflict } from '../db/retry.ts';

/** Minimum interval between test writes, ms, however often a load balancer sends requests; shorter after a failure, to detect recovery. */
export const writeIntervalMs = 5_000;
export const retryIntervalMs = 1_000;
/** How long a check waits for its test write, ms; after that it returns the previous result. */
const timeoutMs = 1_000;
/** Time after which a write that still runs counts as failed, ms. */
const stuckAfter = 15_000;

/**
 * Key of the row that the test writes update; it is not the key of any customer. The table `holders` is small and, like orders, is recorded
 * in PostgreSQL's write-ahead log.
 */
const key = 'readyz';

/**
 * Returns a function that checks whether the last test write of one small row was committed. Success shows that the database accepts writes
 * now, not that it has room for the next order; uploads are not covered. While an import blocks other writes, the previous result counts.
 * @param clock monotonic clock, ms
 */
export function writeProbe(
  { db, now, log }: Pick<Services, 'db' | 'now' | 'log'>,
  clock: () => number = () => performance.now(),
): () => Promise<boolean> {
  let isGood = true;
  let nextAt = Number.NEGATIVE_INFINITY;
  let running: { began: number; ended: Promise<void> } | null = null;
  const logChange = (error: unknown) => {
    if (isGood === !error) return;
    isGood = !error;
    if (error) log.error({ err: error }, 'database writes failed');
    else log.warn('database writes restored');
  };
  const write = async () => {
    await db.write
      .insertInto('holders')
      .values({ key, used_at: now() })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ used_at: now() }))
      .execute()
      .then(
        () => logChange(null),
        (error) => isRetryableConflict(error) || logChange(error),
      );
    running = null;
    nextAt = clock() + (isGood ? writeIntervalMs : retryIntervalMs);
  };
  return async () => {
    if (!running && clock() >= nextAt) running = { began: clock(), ended: write() };
    if (running) await Promise.race([running.ended, pause(timeoutMs, undefined, { ref: false })]);
    return isGood && !(running && clock() - running.began > stuckAfter);
  };
}
