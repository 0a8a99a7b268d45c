/** Distinguishes an unreachable PostgreSQL or a broken connection from an error response. */

/** No connection to the database was possible; the query did not run. */
export class DatabaseUnavailableError extends Error {
  override readonly name: string = 'DatabaseUnavailableError';

  /** @param cause the driver's error */
  constructor(cause: unknown, what = 'The database cannot be reached') {
    super(`${what}: ${errorReason(cause)}`, { cause });
  }
}

/** The connection broke during use. A transaction was not committed; a single statement may have run. */
export class ConnectionLostError extends DatabaseUnavailableError {
  override readonly name = 'ConnectionLostError';
  /** Whether the statement was sent; if not, it did not run. */
  readonly wasSent: boolean;

  constructor(cause: unknown, wasSent: boolean) {
    super(cause, 'The connection to the database was lost');
    this.wasSent = wasSent;
  }
}

/** The connection broke during a commit: the outcome is unknown, so it is never retried. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError';

  constructor(cause: unknown) {
    super(
      `The connection was lost during a commit, so the transaction may or may not be stored: ${errorReason(cause)}`,
      {
        cause,
      },
    );
  }
}

/** pg-pool's message when all its connections were in use for too long: the database is overloaded or hangs. */
export const poolTimeoutMessage = 'timeout exceeded when trying to connect';

/**
 * SQLSTATEs that end a session or reject it for now: connection exception, shutdown or startup, ended by an administrator, too
 * many connections.
 */
const endedOrNotYet = /^(?:08...|57P0[1235]|53300)$/;

/** Returns whether the server ended the session with this error, or cannot open one for now. */
export function isSessionEnd(error: unknown): boolean {
  const code = getErrorCode(error);
  return code !== null && endedOrNotYet.test(code);
}

/** Returns a short reason. If all addresses of a host fail, Node's AggregateError has no message, so the code or name is used. */
export function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || (getErrorCode(error) ?? error.name);
}

/** Returns the SQLSTATE or the operating system's error code, null for none. */
export function getErrorCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

/** Low bytes of SQLite's result codes for a file that is unusable for now: busy, locked, I/O error, cannot open, disk full. */
const sqliteUnavailable = new Set([5, 6, 10, 13, 14]);

/** Returns whether an error means that the database is unavailable, rather than that the query was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Compares names, not classes: pages and server are bundled separately, each with its own classes.
  if (['DatabaseUnavailableError', 'ConnectionLostError', 'CommitUnknownError'].includes(error.name))
    return true;
  if ('errcode' in error && typeof error.errcode === 'number')
    return sqliteUnavailable.has(error.errcode & 0xff);
  return error.message === poolTimeoutMessage || isSessionEnd(error);
}
