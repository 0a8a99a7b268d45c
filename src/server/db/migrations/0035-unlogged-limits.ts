/**
 * Takes the counters of rate limits out of PostgreSQL's log: each limited call commits one, and none is worth a wait for the disk. A crash
 * empties the table, so that all windows begin again (docs/decisions/02-databases-and-backups.md).
 */
import { type Kysely, sql } from 'kysely';

export async function unlogLimits(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rate_limits set unlogged`.execute(db);
}
