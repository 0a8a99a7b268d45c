import { type Kysely, sql } from 'kysely';

/** Indexes for recent emails of one kind, and for the page views of one session. */
export async function addLookupIndexes(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create index mails_by_kind on mails (kind, created_at)').execute(db);
  await sql.raw('create index page_views_by_session on page_views (session_id)').execute(db);
}
