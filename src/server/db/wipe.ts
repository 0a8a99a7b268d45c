/**
 * Writes SQLite's file anew after a step that replaced what a copy of it must not tell: replaced values stay in its pages
 * and its log until they are needed. PostgreSQL's autovacuum does the like.
 */
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './database.ts';

/** Row of `settings` that asks for it, so that neither a crash nor a full disk lets it be forgotten. No backup has it. */
export const wipeDueSetting = 'wipeDue';

/** Has `wipeIfDue` write the file anew, now or at the next start. */
export async function requestWipe(db: Database, now: number): Promise<void> {
  if (db.dialect === 'postgres') return;
  await db.maintenance
    .insertInto('settings')
    .values({ key: wipeDueSetting, value: 'true', updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Does what was asked for. What hinders it is logged, and it is tried again at the next start. */
export async function wipeIfDue(db: Database, log: Pick<Logger, 'warn'>): Promise<void> {
  if (db.dialect === 'postgres') return;
  const asked = db.maintenance.selectFrom('settings').select('key').where('key', '=', wipeDueSetting);
  if (!(await asked.executeTakeFirst())) return;
  try {
    await sql`vacuum`.execute(db.maintenance);
    if (!(await truncateLog(db))) throw new Error('another process reads the database');
    await db.maintenance.deleteFrom('settings').where('key', '=', wipeDueSetting).execute();
  } catch (error) {
    log.warn({ err: error }, 'database rewrite failed');
  }
}

/**
 * Moves SQLite's write-ahead log into the file and empties it: replaced and deleted rows would stay readable in it. Freed
 * space in the file itself is overwritten at once (`secure_delete`). PostgreSQL recycles its log itself.
 * @returns false when somebody reads the database at this moment, so that the log had to stay; housekeeping tries again
 */
export async function truncateLog(db: Database): Promise<boolean> {
  if (db.dialect === 'postgres') return true;
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db.maintenance);
  return rows[0]?.busy === 0;
}
