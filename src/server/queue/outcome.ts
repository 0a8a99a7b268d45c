/** Decides the next state of a job after a run. Pure: uses no clock and no database. */
import type { JobOutcome } from './store.ts';

const usualTries = 12;
const firstWait = 2_000;
const maxDelayMs = 3_600_000;
const maxErrorLength = 2_000;

/** Returns the outcome of a successful run: a recurring job waits for its next run with its attempts reset. */
export function succeededOutcome(every: number | undefined, now: number): JobOutcome {
  return every === undefined
    ? { state: 'done', error: '' }
    : { state: 'waiting', runAt: now + every, attempts: 0, error: '' };
}

/** Returns the outcome of a run that was interrupted without failing: the next worker continues the job, and the attempt does not count. */
export function interruptedOutcome(attempt: number): JobOutcome {
  return { state: 'waiting', attempts: attempt - 1, error: '' };
}

/**
 * Returns the outcome of a failed run: the job waits 2 s, 4 s, 8 s … at most an hour, plus up to a quarter of that at random. It fails
 * permanently after `tries` attempts (12 take over an hour), unless `isOwed` is set. A recurring job keeps its interval.
 * @param random random number from 0 to 1
 */
export function failedOutcome(
  {
    every,
    isOwed = false,
    tries = usualTries,
  }: { every?: number | undefined; isOwed?: boolean | undefined; tries?: number | undefined },
  attempt: number,
  error: unknown,
  now: number,
  random: number,
): JobOutcome {
  const reason = (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(
    0,
    maxErrorLength,
  );
  if (every !== undefined) return { state: 'waiting', runAt: now + every, error: reason };
  if (attempt >= tries && !isOwed) return { state: 'given_up', error: reason };
  const wait = Math.min(maxDelayMs, firstWait * 2 ** (attempt - 1));
  return { state: 'waiting', runAt: now + Math.round(wait * (1 + random / 4)), error: reason };
}
