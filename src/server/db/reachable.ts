/** Waits at startup until PostgreSQL can be reached, or fails with a clear error message. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DatabaseUnavailableError, errorReason, getErrorCode, isSessionEnd } from './lost-connection.ts';

/** The database cannot be used as configured. The message contains what the operator needs to fix it, but no password. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}

export interface ReachableOptions {
  /** How long to keep trying to reach the database, ms. */
  withinMs: number;
  /**
   * Timeout of one attempt, ms, so that a connection that hangs still produces log lines. The work continues after the timeout, and
   * the next attempt waits for the same work. Without this option an attempt has no timeout.
   */
  tryTimeoutMs?: number;
  log?: Pick<Logger, 'warn'>;
  /** Monotonic clock, ms. */
  clock?: () => number;
  pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * How long the shop waits for the database at startup, ms: longer than a database takes to start, but not so long that an
 * operator gives up.
 */
export const startTimeoutMs = 60_000;
const retryEveryMs = 250;
const logEveryMs = 5_000;

/**
 * Runs `work`, the first database access of a process, and repeats it until PostgreSQL can be reached.
 * @param url DATABASE_URL
 * @param work may be called several times
 * @throws UnusableDatabaseError after `withinMs`, or immediately if PostgreSQL rejects the login or the database does not exist
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
      // Prevents an unhandled rejection if the work fails between two attempts; the next attempt reports that error.
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

/** Returns the host and port of a database URL, or its socket folder, without secrets. */
function placeOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? (hostname || 'localhost');
  return `${host}:${port || '5432'}`;
}

/**
 * Returns whether a retry may succeed: the server is unreachable or starting, but did not reject the login or the database name.
 */
function mayPass(reason: unknown): boolean {
  if (isSessionEnd(reason)) return true;
  if (!(reason instanceof Error)) return false;
  // Operating system errors name the failed system call; an AggregateError has one of them per address tried. pg has no error
  // codes for connections that end or time out.
  const isSystem = 'syscall' in reason || reason instanceof AggregateError;
  return (
    isSystem || (getErrorCode(reason) === null && /^Connection terminated|^timeout/.test(reason.message))
  );
}
