import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';

/** How long lost connections are counted before they are logged as one line, ms. */
export const lossBatchMs = 1_000;

/**
 * Combines the reports of lost connections, so that many losses at once produce one log line.
 * @param report receives the number of lost connections and the error of the first one
 * @returns a function to call for each lost connection
 */
export function batchConnectionLosses(report: (count: number, first: Error) => void): (error: Error) => void {
  let count = 0;
  let first: Error;
  return (error) => {
    count += 1;
    if (count > 1) return;
    first = error;
    setTimeout(() => {
      const lossCount = count;
      count = 0;
      report(lossCount, first);
    }, lossBatchMs).unref();
  };
}

export interface DatabaseLocation {
  /** Folder that contains the SQLite file. */
  DATA_DIR: string;
  /** `postgres://…`; if it is undefined, SQLite is used. */
  DATABASE_URL?: string | undefined;
}

export interface OpenOptions {
  log?: Pick<Logger, 'warn'>;
  /** Maximum number of PostgreSQL connections of this process. */
  poolSize?: number;
}

/**
 * Opens SQLite in DATA_DIR, or PostgreSQL if DATABASE_URL is set. Call `migrate` before using the database.
 * @throws the driver's error if the SQLite file cannot be opened; PostgreSQL connects only with the first query
 */
export async function openDatabase(place: DatabaseLocation, options: OpenOptions = {}): Promise<Database> {
  if (place.DATABASE_URL === undefined) return openSqlite(join(place.DATA_DIR, 'atoll.db'));
  const onLost = batchConnectionLosses((connections, first) =>
    options.log?.warn({ connections, reason: first.message }, 'database connections lost'),
  );
  return openPostgres(place.DATABASE_URL, { poolSize: options.poolSize ?? 10, onLost });
}
