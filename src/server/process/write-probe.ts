/** Tries whether the shop can write: a full disk or a database that only reads serves pages and loses every order. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Services } from '../core/services.ts';
import { isConflict } from '../db/retry.ts';

/** A write at most so often, ms, however often a load balancer asks; sooner once one has failed, so that the end is seen. */
export const writeEvery = 5_000;
export const writeAgain = 1_000;
/** Who asks waits so long for a write; then the last one's outcome counts. */
const timeoutMs = 1_000;
/** A write that has not ended after this counts as failed until it does. */
const stuckAfter = 15_000;

/** Of nobody, in a small table that PostgreSQL logs as it logs orders. */
const key = 'readyz';

/**
 * Commits one small row, the same again and again. It shows that the database takes writes now, not that there is room
 * for the next order; nothing is said of uploads. Where another process holds the writer (an import), the outcome before counts.
 * @param clock ms on a clock that is never set
 * @returns whether the last such write was committed
 */
export function writeProbe(
  { db, now, log }: Pick<Services, 'db' | 'now' | 'log'>,
  clock: () => number = () => performance.now(),
): () => Promise<boolean> {
  let isGood = true;
  let nextAt = Number.NEGATIVE_INFINITY;
  let running: { began: number; ended: Promise<void> } | null = null;
  const tell = (error: unknown) => {
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
        () => tell(null),
        (error) => isConflict(error) || tell(error),
      );
    running = null;
    nextAt = clock() + (isGood ? writeEvery : writeAgain);
  };
  return async () => {
    if (!running && clock() >= nextAt) running = { began: clock(), ended: write() };
    if (running) await Promise.race([running.ended, pause(timeoutMs, undefined, { ref: false })]);
    return isGood && !(running && clock() - running.began > stuckAfter);
  };
}
