/** What a starting process does while its PostgreSQL is away: wait for a while, say so, and end with a sentence. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { codeOf, DatabaseUnavailableError, isSessionEnd, reasonOf } from './lost-connection.ts';

/** The database cannot be used as the environment has it; the message says all that helps, and no password. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}

export interface ReachableOptions {
  /** How long a database that does not answer is waited for, ms. */
  withinMs: number;
  /**
   * A try that takes longer, ms, counts as not answered: a connection that never answers would block without a log line. Its work goes on,
   * and the next try waits for that. Left out, a try may take any time.
   */
  tryTimeoutMs?: number;
  log?: Pick<Logger, 'warn'>;
  /** ms on a clock that is never set. */
  clock?: () => number;
  pause?: (milliseconds: number) => Promise<unknown>;
}

/** How long a starting shop waits: longer than a database needs to start, shorter than people wait for an answer. */
export const startTimeoutMs = 60_000;
const retryEveryMs = 250;
const logEveryMs = 5_000;

/**
 * Does the first work on a PostgreSQL, again and again until the database can be reached.
 * @param url DATABASE_URL
 * @param work may be run several times
 * @throws UnusableDatabaseError when it cannot be reached in time, or at once when it refuses us: a wrong password, no such database
 */
export async function whenReachable<Result>(
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
      // What fails between two tries is told by the next.
      running.catch(() => {});
      return await Promise.race([running, pause(tryTimeoutMs).then(() => Promise.reject(late))]);
    } catch (error) {
      if (error !== late) running = null;
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      const where = `DATABASE_URL: PostgreSQL at ${placeOf(url)}`;
      const reason = reasonOf(error.cause);
      if (!mayPass(error.cause))
        throw new UnusableDatabaseError(`${where} refuses us: ${reason}`, { cause: error });
      const left = withinMs - (clock() - began);
      if (left <= 0) {
        const waited = withinMs > 0 ? ` within ${Math.round(withinMs / 1000)} s` : '';
        throw new UnusableDatabaseError(`${where} did not answer${waited}: ${reason}`, { cause: error });
      }
      if (clock() - lastLogged >= logEveryMs) {
        lastLogged = clock();
        log?.warn(
          { database: placeOf(url), reason, seconds: Math.round(left / 1000) },
          'database unreachable',
        );
      }
    }
    await pause(retryEveryMs);
  }
}

/** Host and port, or the folder of its socket; nothing secret. */
function placeOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? (hostname || 'localhost');
  return `${host}:${port || '5432'}`;
}

/** Whether a retry may succeed: the server is unreachable or still starting, but has not refused the credentials or the database. */
function mayPass(reason: unknown): boolean {
  if (isSessionEnd(reason)) return true;
  if (!(reason instanceof Error)) return false;
  // Errors of the operating system's name the call that failed; of several addresses each has one. pg has no codes for
  // connections that end or take too long.
  const isSystem = 'syscall' in reason || reason instanceof AggregateError;
  return isSystem || (codeOf(reason) === null && /^Connection terminated|^timeout/.test(reason.message));
}
