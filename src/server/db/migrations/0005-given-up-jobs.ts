/**
 * Adds an index of permanently failed jobs: every metrics scrape counts them, and would otherwise also read a week of finished
 * jobs.
 */
import { type Kysely, sql } from 'kysely';

export async function indexDeadJobs(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index jobs_given_up on jobs (kind) where state = 'given_up'`).execute(db);
}
