/**
 * Makes the table of rate limits unlogged in PostgreSQL: every limited request commits an update, which is not worth waiting for
 * the disk. A crash empties the table, so all windows start again (docs/decisions/02-databases-and-backups.md).
 */
import { type Kysely, sql } from 'kysely';

export async function unlogLimits(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rate_limits set unlogged`.execute(db);
}
