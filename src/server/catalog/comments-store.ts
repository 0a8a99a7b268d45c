/** Stores reviews. The review counts are stored with the product. */
import { type Selectable, sql } from 'kysely';
import type { CommentAggregate, CommentData } from '#lib/contract/product.ts';
import { purge } from '../cache/purges-store.ts';
import { tags } from '../cache/tags.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { literalLimit, prepareQuery } from '../db/prepared.ts';
import type { Tables } from '../db/tables.ts';
import { averageStars } from './comment-rules.ts';
import { getStarCounts, starColumn, starColumns } from './star-counts.ts';
import { parseStrings } from './stored-json.ts';

/** Sort orders of reviews; `pictures` puts reviews with images first. */
export type CommentSort = 'newest' | 'highest' | 'lowest' | 'pictures';

export interface CommentFilter {
  productId: number;
  star?: number;
  hasImage?: boolean;
  /** Defaults to newest first, which also breaks ties in the other orders (R155). */
  sort?: CommentSort;
  /** Hash of the visitor cookie whose likes are marked; null without a cookie. */
  visitorHash: string | null;
  /** Page number, from 1. */
  page: number;
  size: number;
}

export async function listComments(
  db: Queryable,
  filter: CommentFilter,
): Promise<{ total: number; list: CommentData[] }> {
  let query = published(db, filter.productId);
  if (filter.star !== undefined) query = query.where('star', '=', filter.star);
  if (filter.hasImage !== undefined) query = query.where('images', filter.hasImage ? '<>' : '=', '[]');
  const { total } = await query
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  let sorted = query.select(commentColumns);
  if (filter.sort === 'highest') sorted = sorted.orderBy('star', 'desc');
  if (filter.sort === 'lowest') sorted = sorted.orderBy('star', 'asc');
  if (filter.sort === 'pictures')
    sorted = sorted.orderBy((column) => column.case().when('images', '=', '[]').then(1).else(0).end());
  const rows = await sorted
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.size)
    .offset((filter.page - 1) * filter.size)
    .execute();
  const liked = await likedBy(
    db,
    filter.visitorHash,
    rows.map((row) => row.id),
  );
  return {
    total: Number(total),
    list: rows.map((row) => toComment(row, liked.has(row.id))),
  };
}

/**
 * Number of reviews in a product page's HTML; the browser fetches more on request (docs/decisions/15-product-page-and-cards.md).
 */
const reviewsPerPage = 8;

/**
 * Returns the newest published reviews and the totals. Does not include which reviews the shopper has liked, so that all shoppers
 * can share one cached page.
 */
export async function readReviews(
  db: Queryable,
  { id, starCounts }: { id: number; starCounts: number[] },
): Promise<CommentAggregate & { list: CommentData[] }> {
  const aggregate = aggregateOf(starCounts);
  const rows = aggregate.comment_num === 0 ? [] : await newestRows(db, id);
  return { ...aggregate, list: rows.map((row) => toComment(row, false)) };
}

const commentColumns = [
  'id',
  'nickname',
  'star',
  'content',
  'images',
  'like_num',
  'is_verified',
  'variant',
  'created_at',
] as const;

const newestRows = prepareQuery((db, productId: number) =>
  published(db, productId)
    .select(commentColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literalLimit(reviewsPerPage)),
);

function toComment(
  { images, is_verified, ...row }: Pick<Selectable<Tables['comments']>, (typeof commentColumns)[number]>,
  liked: boolean,
): CommentData {
  return { ...row, images: parseStrings(images), liked, is_verified: is_verified === 1 };
}

/** Returns count, average and star counts of a product's published reviews; zeros for an unknown product. */
export async function aggregateComments(db: Queryable, productId: number): Promise<CommentAggregate> {
  const row = await db
    .selectFrom('products')
    .select(starColumns)
    .where('id', '=', productId)
    .executeTakeFirst();
  return aggregateOf(row ? getStarCounts(row) : [0, 0, 0, 0, 0]);
}

function aggregateOf(star_counts: number[]): CommentAggregate {
  const comment_num = star_counts.reduce((sum, count) => sum + count, 0);
  const stars = star_counts.reduce((sum, count, at) => sum + count * (at + 1), 0);
  return { comment_num, comment_avg_star: averageStars(comment_num, stars), star_counts };
}

/** Returns the images of published reviews, newest review first. */
export async function listCommentImages(
  db: Queryable,
  productId: number,
  page: number,
  size: number,
): Promise<{ total: number; list: { comment_id: number; url: string }[] }> {
  // To count all images, read every review with images, up to 2000. A review has at most 5 images.
  const rows = await published(db, productId)
    .select(['id', 'images'])
    .where('images', '<>', '[]')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2000)
    .execute();
  const all = rows.flatMap((row) => parseStrings(row.images).map((url) => ({ comment_id: row.id, url })));
  return { total: all.length, list: all.slice((page - 1) * size, page * size) };
}

/**
 * Likes a published review, or removes the like. Each visitor cookie can like a review only once.
 * @returns null if there is no such review
 */
export async function toggleLike(
  trx: Transaction,
  commentId: number,
  visitorHash: string,
  now: number,
): Promise<{ like_num: number; liked: boolean } | null> {
  // Lock the review first, so that two concurrent clicks of one shopper are handled one after the other.
  const locked = await trx
    .updateTable('comments')
    .set({ like_num: sql`like_num` })
    .where('id', '=', commentId)
    .where('status', '=', 'published')
    .returning('product_id')
    .executeTakeFirst();
  if (!locked) return null;
  const removed = await trx
    .deleteFrom('comment_likes')
    .where('comment_id', '=', commentId)
    .where('visitor_hash', '=', visitorHash)
    .executeTakeFirst();
  const liked = removed.numDeletedRows === 0n;
  if (liked)
    await trx
      .insertInto('comment_likes')
      .values({ comment_id: commentId, visitor_hash: visitorHash })
      .execute();
  const { like_num } = await trx
    .updateTable('comments')
    .set({ like_num: sql`like_num + ${liked ? 1 : -1}` })
    .where('id', '=', commentId)
    .returning('like_num')
    .executeTakeFirstOrThrow();
  await purge(trx, [tags.product(locked.product_id)], now);
  return { like_num, liked };
}

export interface NewComment {
  productId: number;
  nickname: string;
  email: string;
  star: number;
  content: string;
  images: string[];
  status: 'published' | 'waiting';
  isVerified: boolean;
  /** Option values of the purchased variant, if known. */
  variant?: string;
  createdAt: number;
}

/** Stores a review. A published review is included in the product's totals immediately. @returns the review's id */
export async function addComment(trx: Transaction, comment: NewComment, now: number): Promise<number> {
  const { id } = await trx
    .insertInto('comments')
    .values({
      product_id: comment.productId,
      nickname: comment.nickname,
      email: comment.email,
      star: comment.star,
      content: comment.content,
      images: JSON.stringify(comment.images),
      like_num: 0,
      status: comment.status,
      is_verified: comment.isVerified ? 1 : 0,
      variant: comment.variant ?? '',
      created_at: comment.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (comment.status === 'published') {
    const stars = starColumn(comment.star);
    await trx
      .updateTable('products')
      .set({
        comment_num: sql`comment_num + 1`,
        comment_star_sum: sql`comment_star_sum + ${comment.star}`,
        [stars]: sql`${sql.ref(stars)} + 1`,
      })
      .where('id', '=', comment.productId)
      .execute();
    await purge(trx, [tags.product(comment.productId)], now);
  }
  return id;
}

function published(db: Queryable, productId: number) {
  return db.selectFrom('comments').where('product_id', '=', productId).where('status', '=', 'published');
}

async function likedBy(db: Queryable, visitorHash: string | null, ids: number[]): Promise<Set<number>> {
  if (visitorHash === null || ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('comment_likes')
    .select('comment_id')
    .where('visitor_hash', '=', visitorHash)
    .where('comment_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.comment_id));
}

/** Anonymises the reviews written with an email address; text and stars are kept. */
export async function anonymiseCommentAuthor(trx: Transaction, email: string, now: number): Promise<void> {
  const rows = await trx
    .updateTable('comments')
    .set({ email: '', nickname: anonymousWriter })
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .returning('product_id')
    .execute();
  await purge(
    trx,
    rows.map(({ product_id }) => tags.product(product_id)),
    now,
  );
}

const anonymousWriter = 'Anonymous';

/** A review in the data export of its author. */
export interface ExportedComment {
  productId: number;
  nickname: string;
  star: number;
  content: string;
  variant: string;
  /** ms UTC. */
  createdAt: number;
}

/** Returns the reviews written with an email address, newest first. */
export async function readCommentsByEmail(db: Queryable, email: string): Promise<ExportedComment[]> {
  return db
    .selectFrom('comments')
    .select(['product_id as productId', 'nickname', 'star', 'content', 'variant', 'created_at as createdAt'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
