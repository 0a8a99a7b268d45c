/** Opens the shop's database. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { batchLosses } from './batch-losses.ts';
import type { Database } from './database.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';

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
    options.log?.warn({ connections, reason: first.message }, 'connections to the database were lost'),
  );
  return openPostgres(place.DATABASE_URL, { poolSize: options.poolSize ?? 10, onLost });
}
