/** Which database errors mean "try the whole transaction again", and how long to wait before that. */
import { setTimeout as sleep } from 'node:timers/promises';

const sqliteBusy = 5;
const sqliteLocked = 6;
const postgresConflicts = new Set(['40001', '40P01']);

/** True when SQLite says that another connection holds the lock. The low byte is the kind, the rest its variant. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false;
  const kind = error.errcode & 0xff;
  return kind === sqliteBusy || kind === sqliteLocked;
}

/** True when nothing was committed and the same work may succeed if it is run again from its start. */
export function isConflict(error: unknown): boolean {
  if (isBusy(error)) return true;
  // SQLSTATE is a text: the shop's own refusal 40001 (R50) is a number and final.
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && postgresConflicts.has(code);
}

/** Milliseconds before try number `attempt` (from 1): up to 4, 8, 16 … `most`, at random so that rivals part. */
export function backOff(attempt: number, most: number): number {
  return Math.random() * Math.min(most, 2 ** (attempt + 1));
}

export interface RetryLimits {
  /** Milliseconds from the first failure after which the last error is thrown. */
  withinMs: number;
  /** Longest wait between two tries, in milliseconds. */
  maxDelayMs: number;
}

/**
 * Runs `work` again until it does not fail with what `isRetried` names or the time is over.
 * @throws whatever `work` threw last
 */
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
    await sleep(backOff(attempt, limits.maxDelayMs));
  }
}
