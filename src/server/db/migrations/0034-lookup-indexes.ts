import { type Kysely, sql } from 'kysely';

/** Adds indexes for recent emails of one type and for the page views of one session. */
export async function addLookupIndexes(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create index mails_by_kind on mails (kind, created_at)').execute(db);
  await sql.raw('create index page_views_by_session on page_views (session_id)').execute(db);
}
