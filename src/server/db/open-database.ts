/** Opens the shop's database where the environment says it is. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Env } from '../core/env.ts';
import type { Database } from './database.ts';
import { gatherLosses } from './loss-log.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';

export interface OpenOptions {
  log?: Pick<Logger, 'warn'>;
  /** Most PostgreSQL connections of this process. */
  poolSize?: number;
}

/**
 * SQLite in DATA_DIR, or PostgreSQL when DATABASE_URL is set. Call `migrate` before using it.
 * @throws the driver's error when the file cannot be opened; PostgreSQL is first reached by the first query
 */
export async function openDatabase(
  env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>,
  options: OpenOptions = {},
): Promise<Database> {
  if (env.DATABASE_URL === undefined) return openSqlite(join(env.DATA_DIR, 'atoll.db'));
  const onLost = gatherLosses((connections, first) =>
    options.log?.warn({ connections, reason: first.message }, 'connections to the database were lost'),
  );
  return openPostgres(env.DATABASE_URL, options.poolSize ?? 10, onLost);
}
