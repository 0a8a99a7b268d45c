/** What was given up is counted whenever somebody asks for the metrics, beside a week of ended jobs. */
import { type Kysely, sql } from 'kysely';

export async function indexGivenUpJobs(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index jobs_given_up on jobs (kind) where state = 'given_up'`).execute(db);
}
