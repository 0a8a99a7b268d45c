/** Every scrape of the metrics counts permanently failed jobs, in a table that also has a week of finished jobs. */
import { type Kysely, sql } from 'kysely';

export async function indexDeadJobs(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index jobs_given_up on jobs (kind) where state = 'given_up'`).execute(db);
}
