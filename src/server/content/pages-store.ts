import {
  findCurrentHandle,
  type HandleTable,
  readHandleMigrationTime,
  recordFormerHandle,
} from '../core/former-handles-store.ts';
import type { Queryable, Transaction } from '../db/database.ts';

/** Returns a published page by its current or a previous handle, null if there is none. */
export async function readPage(db: Queryable, handle: string) {
  const page = await readPublishedPage(db, handle);
  if (page) return page;
  const current = await findCurrentHandle(db, 'pages', handle);
  return current === null ? null : readPublishedPage(db, current);
}

async function readPublishedPage(db: Queryable, handle: string) {
  const row = await db
    .selectFrom('pages')
    .selectAll()
    .where('handle', '=', handle)
    .where('is_published', '=', 1)
    .executeTakeFirst();
  return row ?? null;
}

export interface PageTitle {
  handle: string;
  title: string;
}

/** Returns published, indexable pages with their descriptions, sorted by title. */
export function listPageSummaries(
  db: Queryable,
  limit: number,
): Promise<(PageTitle & { summary: string })[]> {
  return listed(db)
    .select('seo_description as summary')
    .orderBy('title')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns the published, indexable pages among `handles`, sorted by title. */
export async function readPageTitles(db: Queryable, handles: readonly string[]): Promise<PageTitle[]> {
  if (handles.length === 0) return [];
  return listed(db).where('handle', 'in', handles).orderBy('title').orderBy('id').execute();
}

function listed(db: Queryable) {
  return db
    .selectFrom('pages')
    .select(['handle', 'title'])
    .where('is_published', '=', 1)
    .where('is_indexed', '=', 1);
}

/**
 * Renames a page or article that an earlier version stored under a folded handle, and redirects its old URL. A page that was updated after
 * the migration from folded handles is renamed only if it has the same title. Articles have no update time, so they are renamed only if the
 * title is the same.
 * @returns the id of the renamed page or article, otherwise null
 */
export async function migrateFoldedHandle(
  trx: Transaction,
  table: Exclude<HandleTable, 'products'>,
  { folded, handle, title }: { folded: string; handle: string; title: string },
): Promise<number | null> {
  const rows = await trx
    .selectFrom(table)
    .select(['id', 'handle', 'title'])
    .where('handle', 'in', [folded, handle])
    .execute();
  const old = rows.find((row) => row.handle === folded);
  if (!old || rows.some((row) => row.handle === handle)) return null;
  const isSameText = old.title === title || (table === 'pages' && (await isOfEarlierVersion(trx, old.id)));
  if (!isSameText) return null;
  await trx.updateTable(table).set({ handle }).where('id', '=', old.id).execute();
  await recordFormerHandle(trx, table, { handle: folded, id: old.id });
  return old.id;
}

async function isOfEarlierVersion(trx: Transaction, pageId: number): Promise<boolean> {
  const page = await trx.selectFrom('pages').select('updated_at').where('id', '=', pageId).executeTakeFirst();
  return page !== undefined && page.updated_at < (await readHandleMigrationTime(trx));
}

export interface PageDraft {
  handle: string;
  title: string;
  /** Sanitised HTML. */
  body_html: string;
  is_indexed: 0 | 1;
  seo_title: string;
  seo_description: string;
}

/** Creates or updates a page. @returns the id of the page; null if nothing changed */
export async function savePage(trx: Transaction, draft: PageDraft, now: number): Promise<number | null> {
  const old = await trx.selectFrom('pages').selectAll().where('handle', '=', draft.handle).executeTakeFirst();
  const values = { ...draft, is_published: 1 as const };
  if (old && isSame(old, values)) return null;
  const row = await trx
    .insertInto('pages')
    .values({ ...values, updated_at: now })
    .onConflict((conflict) => conflict.column('handle').doUpdateSet({ ...values, updated_at: now }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface ArticleDraft {
  handle: string;
  title: string;
  summary: string;
  /** Sanitised HTML. */
  body_html: string;
  media_id: string | null;
  author: string;
  /** Publication time, ms UTC. */
  published_at: number;
  seo_title: string;
  seo_description: string;
}

/** Id of the shop's only blog. */
const blogId = 1;

/** Creates or updates an article. @returns the id of the article; null if nothing changed */
export async function saveArticle(trx: Transaction, draft: ArticleDraft): Promise<number | null> {
  const values = { ...draft, blog_id: blogId, is_published: 1 as const };
  const old = await trx
    .selectFrom('articles')
    .selectAll()
    .where('blog_id', '=', blogId)
    .where('handle', '=', draft.handle)
    .executeTakeFirst();
  if (old && isSame(old, values)) return null;
  const row = await trx
    .insertInto('articles')
    .values(values)
    .onConflict((conflict) => conflict.columns(['blog_id', 'handle']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

function isSame(row: object, values: object): boolean {
  return Object.entries(values).every(([key, value]) => row[key as keyof typeof row] === value);
}

/** Deletes a page. @returns the id of the deleted page; null if no page has this handle */
export async function deletePage(trx: Transaction, handle: string): Promise<number | null> {
  const row = await trx.deleteFrom('pages').where('handle', '=', handle).returning('id').executeTakeFirst();
  return row?.id ?? null;
}

/** Deletes an article. @returns the id of the deleted article; null if no article has this handle */
export async function deleteArticle(trx: Transaction, handle: string): Promise<number | null> {
  const row = await trx
    .deleteFrom('articles')
    .where('blog_id', '=', blogId)
    .where('handle', '=', handle)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}
