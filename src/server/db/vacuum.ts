/**
 * Rewrites SQLite's file after a step that replaced confidential values: they would stay readable in its free pages and log until
 * overwritten. PostgreSQL needs no rewrite: autovacuum removes old rows.
 */
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './database.ts';

/** Row of `settings` that requests the rewrite, so that it survives a crash or a full disk. Backups leave it out. */
export const vacuumDueKey = 'wipeDue';

/** Requests a rewrite by the next call of `vacuumIfRequested`, at the latest when the process starts again. */
export async function requestVacuum(db: Database, now: number): Promise<void> {
  if (db.dialect === 'postgres') return;
  await db.maintenance
    .insertInto('settings')
    .values({ key: vacuumDueKey, value: 'true', updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Rewrites the file if requested. A failure is logged, and the next start tries again. */
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
 * Moves SQLite's write-ahead log into the file and empties it, because replaced and deleted rows stay readable in the log. In the
 * file itself SQLite overwrites deleted rows at once (`secure_delete`). PostgreSQL recycles its log on its own.
 * @returns false when a reader kept the log from being emptied; housekeeping tries again
 */
export async function truncateWriteAheadLog(db: Database): Promise<boolean> {
  if (db.dialect === 'postgres') return true;
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db.maintenance);
  return rows[0]?.busy === 0;
}
