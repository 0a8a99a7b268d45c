/**
 * Rewrites SQLite's file after a migration or restore has replaced confidential values, which would otherwise stay readable in
 * free pages and the log until overwritten. PostgreSQL needs no rewrite, because autovacuum removes old rows.
 */
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './database.ts';

/**
 * Key of the row in `settings` that requests the rewrite, so that the request survives a crash or a full disk. Not in backups.
 */
export const vacuumDueKey = 'wipeDue';

/** Requests a rewrite of the file by the next call of `vacuumIfRequested`, at the latest when the process restarts. */
export async function requestVacuum(db: Database, now: number): Promise<void> {
  if (db.dialect === 'postgres') return;
  await db.maintenance
    .insertInto('settings')
    .values({ key: vacuumDueKey, value: 'true', updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Rewrites the file if a rewrite is requested. A failure is logged, and the next start tries again. */
export async function vacuumIfRequested(db: Database, log: Pick<Logger, 'warn'>): Promise<void> {
  if (db.dialect === 'postgres') return;
  const wipeRequest = db.maintenance.selectFrom('settings').select('key').where('key', '=', vacuumDueKey);
  if (!(await wipeRequest.executeTakeFirst())) return;
  try {
    await sql`vacuum`.execute(db.maintenance);
    if (!(await truncateWriteAheadLog(db))) throw new Error('another process is reading the database');
    await db.maintenance.deleteFrom('settings').where('key', '=', vacuumDueKey).execute();
  } catch (error) {
    log.warn({ err: error }, 'database rewrite failed');
  }
}

/**
 * Checkpoints and truncates SQLite's write-ahead log, because replaced and deleted rows stay readable in it. In the database file
 * SQLite overwrites deleted rows immediately (`secure_delete`). PostgreSQL recycles its log automatically.
 * @returns false if a reader prevented the truncation; housekeeping tries again
 */
export async function truncateWriteAheadLog(db: Database): Promise<boolean> {
  if (db.dialect === 'postgres') return true;
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db.maintenance);
  return rows[0]?.busy === 0;
}
