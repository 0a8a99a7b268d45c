/** Recognises database errors after which a whole transaction can be retried, and calculates the delay before the retry. */
import { setTimeout as sleep } from 'node:timers/promises';

const sqliteBusy = 5;
const sqliteLocked = 6;
const postgresConflicts = new Set(['40001', '40P01']);

/** Returns whether another connection holds SQLite's lock. The low byte of the error code is the primary result code. */
export function isSqliteBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false;
  const kind = error.errcode & 0xff;
  return kind === sqliteBusy || kind === sqliteLocked;
}

/** Returns whether nothing was committed and running the transaction again may succeed. */
export function isRetryableConflict(error: unknown): boolean {
  if (isSqliteBusy(error)) return true;
  // A retryable SQLSTATE is a string; the API's error code 40001 (R50) is a number and is not retried.
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && postgresConflicts.has(code);
}

/**
 * Returns the delay in ms before a retry (`attempt` counts from 1): random, at most 4, 8, 16 … up to `maxDelayMs`, so that
 * competing transactions spread out.
 */
export function backoffDelayMs(attempt: number, maxDelayMs: number): number {
  return Math.random() * Math.min(maxDelayMs, 2 ** (attempt + 1));
}

export interface RetryLimits {
  /** How long to keep retrying after the first failure, ms. After that, the last error is thrown. */
  withinMs: number;
  /** Maximum delay between two attempts, ms. */
  maxDelayMs: number;
}

/** Runs `work` and retries it after errors that `isRetried` accepts, for at most `withinMs`. @throws the last error of `work` */
export async function retryConflicts<Result>(
  limits: RetryLimits,
  isRetried: (error: unknown) => boolean,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  let failed: number | null = null;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetried(error)) throw error;
      failed ??= performance.now();
      if (performance.now() - failed > limits.withinMs) throw error;
    }
    await sleep(backoffDelayMs(attempt, limits.maxDelayMs));
  }
}
