/** Jobs that were given up are counted at each scrape of the metrics, beside a week of ended jobs. */
import { type Kysely, sql } from 'kysely';

export async function indexGivenUpJobs(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index jobs_given_up on jobs (kind) where state = 'given_up'`).execute(db);
}
