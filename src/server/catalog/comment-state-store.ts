/** Stores the merchant's decision on a review: published or rejected (API-007, setting `commentAudit`). */
import { sql } from 'kysely';
import { purge } from '../cache/purges-store.ts';
import { tags } from '../cache/tags.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { CommentsTable } from '../db/tables.ts';
import { starColumn } from './star-counts.ts';

export type CommentState = CommentsTable['status'];

export interface ModerationComment {
  id: number;
  state: CommentState;
  star: number;
  nickname: string;
  content: string;
  /** Handle of the reviewed product. */
  product: string;
  /** ms UTC. */
  createdAt: number;
}

/** Returns the newest 20 reviews. @param state null for reviews in any state */
export async function listCommentsForMerchant(
  db: Queryable,
  state: CommentState | null,
): Promise<ModerationComment[]> {
  let comments = db
    .selectFrom('comments')
    .innerJoin('products', 'products.id', 'comments.product_id')
    .select(['comments.id', 'comments.status', 'star', 'nickname', 'content', 'products.handle'])
    .select('comments.created_at');
  if (state !== null) comments = comments.where('comments.status', '=', state);
  const rows = await comments.orderBy('comments.id', 'desc').limit(20).execute();
  return rows.map(({ id, status, star, nickname, content, handle, created_at }) => ({
    ...{ id, state: status, star, nickname, content },
    ...{ product: handle, createdAt: created_at },
  }));
}

/**
 * Publishes or rejects a review and updates the product's review counts; repeating the call changes nothing.
 * @returns false if there is no such review
 */
export async function moderateComment(
  trx: Transaction,
  id: number,
  state: 'published' | 'refused',
  now: number,
): Promise<boolean> {
  // Lock the row, so that the second of two concurrent decisions sees the result of the first.
  const before = await trx
    .updateTable('comments')
    .set({ like_num: sql`like_num` })
    .where('id', '=', id)
    .returning(['status', 'product_id', 'star'])
    .executeTakeFirst();
  if (!before) return false;
  if (before.status === state) return true;
  await trx.updateTable('comments').set({ status: state }).where('id', '=', id).execute();
  const change = (state === 'published' ? 1 : 0) - (before.status === 'published' ? 1 : 0);
  if (change === 0) return true;
  const stars = starColumn(before.star);
  await trx
    .updateTable('products')
    .set({
      comment_num: sql`comment_num + ${change}`,
      comment_star_sum: sql`comment_star_sum + ${change * before.star}`,
      [stars]: sql`${sql.ref(stars)} + ${change}`,
    })
    .where('id', '=', before.product_id)
    .execute();
  await purge(trx, [tags.product(before.product_id)], now);
  return true;
}
