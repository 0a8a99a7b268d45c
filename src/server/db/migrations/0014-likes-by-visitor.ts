/**
 * Ties each like to the visitor cookie. Earlier likes are identified by ids that clients chose. Their rows are deleted: these likes
 * still count in a review's total but can no longer be undone.
 */
import { type Kysely, sql } from 'kysely';

export async function likeByVisitor(db: Kysely<unknown>): Promise<void> {
  await sql`delete from comment_likes`.execute(db);
  await sql`alter table comment_likes rename column client_id to visitor_hash`.execute(db);
}
