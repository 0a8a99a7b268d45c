import { findCurrentHandle } from '../core/former-handles-store.ts';
import type { Queryable } from '../db/database.ts';

export const articlesPerPage = 12;

export interface ArticleRecord {
  id: number;
  blogId: number;
  handle: string;
  title: string;
  summary: string;
  mediaId: string | null;
  author: string;
  /** Publication time, ms UTC. */
  publishedAt: number;
}

const columns = [
  'id',
  'blog_id as blogId',
  'handle',
  'title',
  'summary',
  'media_id as mediaId',
  'author',
  'published_at as publishedAt',
] as const;

/** Returns published articles of one blog or of all blogs, newest first. */
export async function listArticles(
  db: Queryable,
  options: { blogId?: number; limit: number; offset?: number },
): Promise<ArticleRecord[]> {
  let query = published(db).select(columns);
  if (options.blogId !== undefined) query = query.where('blog_id', '=', options.blogId);
  return query
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(options.limit)
    .offset(options.offset ?? 0)
    .execute();
}

/** Texts of an article for the search index. */
export type ArticleText = Pick<ArticleRecord, 'id' | 'title' | 'summary'> & { bodyHtml: string };

/** Returns published articles of all blogs with their texts, newest first. */
export function listArticleTexts(db: Queryable, limit: number): Promise<ArticleText[]> {
  return published(db)
    .select(['id', 'title', 'summary', 'body_html as bodyHtml'])
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countArticles(db: Queryable): Promise<number> {
  const row = await published(db)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function readArticle(db: Queryable, id: number): Promise<ArticleRecord | null> {
  return (await published(db).select(columns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns the published articles among `ids`, in the order of `ids`. */
export async function readArticlesById(db: Queryable, ids: readonly number[]): Promise<ArticleRecord[]> {
  if (ids.length === 0) return [];
  const rows = await published(db).select(columns).where('id', 'in', ids).execute();
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** Returns a published article, including its text, by its current or a previous handle; null if there is none. */
export async function readArticleByHandle(db: Queryable, handle: string) {
  const article = await readPublishedArticle(db, handle);
  if (article) return article;
  const current = await findCurrentHandle(db, 'articles', handle);
  return current === null ? null : readPublishedArticle(db, current);
}

async function readPublishedArticle(db: Queryable, handle: string) {
  const row = await published(db)
    .select([
      ...columns,
      'body_html as bodyHtml',
      'seo_title as seoTitle',
      'seo_description as seoDescription',
    ])
    .where('handle', '=', handle)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

function published(db: Queryable) {
  return db.selectFrom('articles').where('is_published', '=', 1);
}
