/**
 * Makes the rate_limits table unlogged in PostgreSQL: every rate-limited request commits an update, which is not worth a disk
 * sync. After a crash the table is empty, so all rate limits start from zero (docs/decisions/02-databases-and-backups.md).
 */
import { type Kysely, sql } from 'kysely';

export async function unlogLimits(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rate_limits set unlogged`.execute(db);
}
