/**
 * Ties likes to the visitor of the shop's cookie. Earlier likes have ids chosen by clients: their rows are deleted, so they still
 * count in the review's total but can no longer be taken back.
 */
import { type Kysely, sql } from 'kysely';

export async function likeByVisitor(db: Kysely<unknown>): Promise<void> {
  await sql`delete from comment_likes`.execute(db);
  await sql`alter table comment_likes rename column client_id to visitor_hash`.execute(db);
}
