/** Opens the shop's database. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';

/** How long further lost connections are collected before they are logged, ms; at most one line in this time. */
export const batchMs = 1_000;

/**
 * @param tell is given how many connections were lost and why the first was
 * @returns call it for each connection lost
 */
export function batchLosses(tell: (count: number, first: Error) => void): (error: Error) => void {
  let count = 0;
  let first: Error;
  return (error) => {
    count += 1;
    if (count > 1) return;
    first = error;
    setTimeout(() => {
      const lost = count;
      count = 0;
      tell(lost, first);
    }, batchMs).unref();
  };
}

/** Where the database is; the environment is one. */
export interface DatabasePlace {
  /** Folder of the SQLite file. */
  DATA_DIR: string;
  /** `postgres://…`; unset, SQLite is used. */
  DATABASE_URL?: string | undefined;
}

export interface OpenOptions {
  log?: Pick<Logger, 'warn'>;
  /** Most PostgreSQL connections of this process. */
  poolSize?: number;
}

/**
 * SQLite in DATA_DIR, or PostgreSQL when DATABASE_URL is set. Call `migrate` before using it.
 * @throws the driver's error when the file cannot be opened; PostgreSQL is first reached by the first query
 */
export async function openDatabase(place: DatabasePlace, options: OpenOptions = {}): Promise<Database> {
  if (place.DATABASE_URL === undefined) return openSqlite(join(place.DATA_DIR, 'atoll.db'));
  const onLost = batchLosses((connections, first) =>
    options.log?.warn({ connections, reason: first.message }, 'database connections lost'),
  );
  return openPostgres(place.DATABASE_URL, { poolSize: options.poolSize ?? 10, onLost });
}
