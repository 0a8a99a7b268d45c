/**
 * Likes belong to the visitor whose cookie the shop issued. Those by ids that clients made up name no visitor: they stay
 * in the count of their review and can no longer be taken back.
 */
import { type Kysely, sql } from 'kysely';

export async function likeByVisitor(db: Kysely<unknown>): Promise<void> {
  await sql`delete from comment_likes`.execute(db);
  await sql`alter table comment_likes rename column client_id to visitor_hash`.execute(db);
}
