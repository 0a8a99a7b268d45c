/** Waits for an unreachable PostgreSQL when a process starts, and fails with a clear message. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DatabaseUnavailableError, errorReason, getErrorCode, isSessionEnd } from './lost-connection.ts';

/** Thrown when the database cannot be used as configured. The message contains all that helps, but no password. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}

export interface ReachableOptions {
  /** How long to wait for an unreachable database, ms. */
  withinMs: number;
  /**
   * An attempt that takes longer, ms, counts as failed, so that a connection that hangs still produces log lines. Its work goes
   * on, and the next attempt waits for it. Without this option an attempt may take any time.
   */
  tryTimeoutMs?: number;
  log?: Pick<Logger, 'warn'>;
  /** Monotonic clock, ms. */
  clock?: () => number;
  pause?: (milliseconds: number) => Promise<unknown>;
}

/** How long a starting shop waits, ms: longer than a database takes to start, shorter than an operator's patience. */
export const startTimeoutMs = 60_000;
const retryEveryMs = 250;
const logEveryMs = 5_000;

/**
 * Runs the first work on PostgreSQL, and repeats it until the database can be reached.
 * @param url DATABASE_URL
 * @param work may run several times
 * @throws UnusableDatabaseError when the timeout passes, or at once when PostgreSQL rejects the login or the database does not
 * exist
 */
export async function retryUntilReachable<Result>(
  url: string,
  work: () => Promise<Result>,
  { withinMs, tryTimeoutMs, log, clock = () => performance.now(), pause = sleep }: ReachableOptions,
): Promise<Result> {
  const began = clock();
  let running: Promise<Result> | null = null;
  const late = new DatabaseUnavailableError(new Error(`timeout of ${(tryTimeoutMs ?? 0) / 1000} s`));
  for (let lastLogged = Number.NEGATIVE_INFINITY; ; ) {
    try {
      if (tryTimeoutMs === undefined) return await work();
      running ??= work();
      // The next attempt reports an error that occurs between two attempts.
      running.catch(() => {});
      return await Promise.race([running, pause(tryTimeoutMs).then(() => Promise.reject(late))]);
    } catch (error) {
      if (error !== late) running = null;
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      const where = `DATABASE_URL: PostgreSQL at ${placeOf(url)}`;
      const reason = errorReason(error.cause);
      if (!mayPass(error.cause))
        throw new UnusableDatabaseError(`${where} rejects the connection: ${reason}`, { cause: error });
      const remainingMs = withinMs - (clock() - began);
      if (remainingMs <= 0) {
        const waited = withinMs > 0 ? ` within ${Math.round(withinMs / 1000)} s` : '';
        throw new UnusableDatabaseError(`${where} did not respond${waited}: ${reason}`, { cause: error });
      }
      if (clock() - lastLogged >= logEveryMs) {
        lastLogged = clock();
        log?.warn(
          { database: placeOf(url), reason, seconds: Math.round(remainingMs / 1000) },
          'database unreachable',
        );
      }
    }
    await pause(retryEveryMs);
  }
}

/** Returns host and port, or the folder of the socket; no secrets. */
function placeOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? (hostname || 'localhost');
  return `${host}:${port || '5432'}`;
}

/** Returns whether a retry may succeed: the server is unreachable or starting, but has not rejected the login or the database. */
function mayPass(reason: unknown): boolean {
  if (isSessionEnd(reason)) return true;
  if (!(reason instanceof Error)) return false;
  // Operating system errors name the failed system call, one error per address tried. pg has no codes for connections that end or
  // time out.
  const isSystem = 'syscall' in reason || reason instanceof AggregateError;
  return (
    isSystem || (getErrorCode(reason) === null && /^Connection terminated|^timeout/.test(reason.message))
  );
}
