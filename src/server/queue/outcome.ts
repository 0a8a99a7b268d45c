/** Decides what becomes of a job that ran (rules: no clock, no database). */
import type { Outcome } from './store.ts';

const usualTries = 12;
const firstWait = 2_000;
const maxDelayMs = 3_600_000;
const maxErrorLength = 2_000;

/** A job that succeeded: a recurring one waits for its next time with a clean sheet. */
export function succeeded(every: number | undefined, now: number): Outcome {
  return every === undefined
    ? { state: 'done', error: '' }
    : { state: 'waiting', runAt: now + every, attempts: 0, error: '' };
}

/** A job that was ended before it was done, and has not failed: the next worker continues it, and no try is lost. */
export function interruptedOutcome(attempt: number): Outcome {
  return { state: 'waiting', attempts: attempt - 1, error: '' };
}

/**
 * A job that failed: waits 2 s, 4 s, 8 s … at most an hour, up to a quarter more at random, and is given up after
 * `tries` (12 take well over an hour, each more another hour) unless it is owed. A recurring one keeps its pace and is never given up.
 * @param random from 0 to 1
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
): Outcome {
  const reason = (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(
    0,
    maxErrorLength,
  );
  if (every !== undefined) return { state: 'waiting', runAt: now + every, error: reason };
  if (attempt >= tries && !isOwed) return { state: 'given_up', error: reason };
  const wait = Math.min(maxDelayMs, firstWait * 2 ** (attempt - 1));
  return { state: 'waiting', runAt: now + Math.round(wait * (1 + random / 4)), error: reason };
}
