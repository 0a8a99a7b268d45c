/** Tells a PostgreSQL that cannot be reached, or whose connection broke, from one that answers with an error. */

/** No connection to the database could be had. What was asked of it was not done. */
export class DatabaseUnavailableError extends Error {
  override readonly name: string = 'DatabaseUnavailableError';

  /** @param cause what the driver said */
  constructor(cause: unknown, what = 'The database cannot be reached') {
    super(`${what}: ${reasonOf(cause)}`, { cause });
  }
}

/** The connection broke while it was used. A transaction was not committed; a statement by itself may have been done. */
export class ConnectionLostError extends DatabaseUnavailableError {
  override readonly name = 'ConnectionLostError';
  /** Whether the statement was sent; if not, it was surely not done. */
  readonly wasSent: boolean;

  constructor(cause: unknown, wasSent: boolean) {
    super(cause, 'The connection to the database was lost');
    this.wasSent = wasSent;
  }
}

/** The connection broke while a transaction was committed: the outcome is unknown, so it is never retried. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError';

  constructor(cause: unknown) {
    super(
      `The connection was lost while a transaction was committed, perhaps with success: ${reasonOf(cause)}`,
      {
        cause,
      },
    );
  }
}

/** The message of pg-pool when all its connections are in use for too long: the database is overloaded, or no longer answers. */
export const allConnectionsBusy = 'timeout exceeded when trying to connect';

/**
 * SQLSTATEs with which the server ends a session, or refuses one for now: connection exceptions, shutting down or
 * starting up, ended by an administrator, no more connections.
 */
const endedOrNotYet = /^(?:08...|57P0[1235]|53300)$/;

/** Whether the server has ended the session with this error, or cannot open one for now. */
export function isSessionEnd(error: unknown): boolean {
  const code = codeOf(error);
  return code !== null && endedOrNotYet.test(code);
}

/** What went wrong in a few words: Node tries every address of a name and says nothing itself when all refuse. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || (codeOf(error) ?? error.name);
}

/** A SQLSTATE or a code of the operating system's. */
export function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

/** Low bytes of SQLite's result codes with which it cannot use its file for now: busy, locked, I/O error, cannot open, disk full. */
const sqliteUnavailable = new Set([5, 6, 10, 13, 14]);

/** Returns whether a call failed because the database cannot be used now, not because of what the call was. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // By name: pages and server are bundled apart.
  if (['DatabaseUnavailableError', 'ConnectionLostError', 'CommitUnknownError'].includes(error.name))
    return true;
  if ('errcode' in error && typeof error.errcode === 'number')
    return sqliteUnavailable.has(error.errcode & 0xff);
  return error.message === allConnectionsBusy || isSessionEnd(error);
}
