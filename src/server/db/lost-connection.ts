/** Errors that distinguish an unreachable PostgreSQL or a broken connection from an error returned by the database. */

/** Connecting to the database failed; the query did not run. */
export class DatabaseUnavailableError extends Error {
  override readonly name: string = 'DatabaseUnavailableError';

  /** @param cause error thrown by the driver */
  constructor(cause: unknown, what = 'The database cannot be reached') {
    super(`${what}: ${errorReason(cause)}`, { cause });
  }
}

/** The connection broke while it was in use. A transaction was not committed; a single statement may have been executed. */
export class ConnectionLostError extends DatabaseUnavailableError {
  override readonly name = 'ConnectionLostError';
  /** Whether the statement was sent. If not, it was not executed. */
  readonly wasSent: boolean;

  constructor(cause: unknown, wasSent: boolean) {
    super(cause, 'The connection to the database was lost');
    this.wasSent = wasSent;
  }
}

/** The connection broke during a commit. It is unknown whether the transaction was committed, so it is never retried. */
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

/** pg-pool's error message when no connection became free in time: the database is overloaded or does not respond. */
export const poolTimeoutMessage = 'timeout exceeded when trying to connect';

/**
 * SQLSTATEs that mean the server ended the session or temporarily rejects new ones: connection exceptions, server shutdown or
 * startup, termination by an administrator, too many connections.
 */
const endedOrNotYet = /^(?:08...|57P0[1235]|53300)$/;

/** Returns whether the error means that the server ended the session or temporarily rejects new ones. */
export function isSessionEnd(error: unknown): boolean {
  const code = getErrorCode(error);
  return code !== null && endedOrNotYet.test(code);
}

/**
 * Returns the reason for a connection error as a short text. When every address of a host fails, Node's AggregateError has no
 * message, so its code or name is used.
 */
export function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || (getErrorCode(error) ?? error.name);
}

/** Returns the SQLSTATE or the operating system's error code; null if the error has none. */
export function getErrorCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

/** Low bytes of SQLite result codes that mean the file is temporarily unusable: busy, locked, I/O error, cannot open, disk full. */
const sqliteUnavailable = new Set([5, 6, 10, 13, 14]);

/** Returns whether an error means that the database is unavailable, rather than that the query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Compares class names, because instanceof fails across bundles: pages and server are bundled separately, and each bundle has its
  // own copy of the classes.
  if (['DatabaseUnavailableError', 'ConnectionLostError', 'CommitUnknownError'].includes(error.name))
    return true;
  if ('errcode' in error && typeof error.errcode === 'number')
    return sqliteUnavailable.has(error.errcode & 0xff);
  return error.message === poolTimeoutMessage || isSessionEnd(error);
}
