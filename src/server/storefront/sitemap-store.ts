/** Reads the entries of the sitemap. Products are split into files by id range, so that every file takes about the same time to read. */
import { sql } from 'kysely';
import { articlePath, collectionPath, pagePath, productPath } from '#lib/pages/paths.ts';
import { productsPerPage } from '../catalog/listing-store.ts';
import { articlesPerPage } from '../content/articles-store.ts';
import type { Queryable } from '../db/database.ts';

export interface SitemapEntry {
  path: string;
  /** Time of the last change, ms UTC. */
  updatedAt: number;
  mediaId: string | null;
}

/** Maximum number of rows per entry type. */
const maxRows = 40_000;

/** Returns the highest product id, and an upper bound for the length of a product page's path. */
export async function readProductExtent(db: Queryable): Promise<{ last: number; longestPath: number }> {
  const { last, longest: maxHandleLength } = await db
    .selectFrom('products')
    .select((of) => [
      of.fn.max('id').as('last'),
      // In a URL, each non-ASCII byte takes three characters, such as `%E3`.
      sql<
        number | null
      >`max(case when octet_length(handle) = length(handle) then length(handle) else 3 * octet_length(handle) end)`.as(
        'longest',
      ),
    ])
    .executeTakeFirstOrThrow();
  return { last: Number(last ?? 0), longestPath: productPath('').length + Number(maxHandleLength ?? 0) };
}

/** Returns all sitemap entries of a type that is not split by id. */
export async function readEntries(
  db: Queryable,
  kind: 'collections' | 'articles' | 'pages',
): Promise<SitemapEntry[]> {
  if (kind === 'collections') {
    const rows = await db
      .selectFrom('collections')
      .select(['handle', 'updated_at', 'media_id', 'product_count'])
      .where('is_published', '=', 1)
      .orderBy('id')
      .limit(maxRows)
      .execute();
    const first = rows.map((row) => entry(collectionPath(row.handle), row.updated_at, row.media_id));
    const further = rows.flatMap((row, at) => furtherPages(first[at]!, row.product_count, productsPerPage));
    return [...first, ...further];
  }
  if (kind === 'articles') {
    const rows = await db
      .selectFrom('articles')
      .select(['handle', 'published_at', 'media_id'])
      .where('is_published', '=', 1)
      .orderBy('id')
      .limit(maxRows)
      .execute();
    const articles = rows.map((row) => entry(articlePath(row.handle), row.published_at, row.media_id));
    const newest = Math.max(0, ...rows.map((row) => row.published_at));
    return [...articles, ...furtherPages(entry('/blogs', newest, null), rows.length, articlesPerPage)];
  }
  const rows = await db
    .selectFrom('pages')
    .select(['handle', 'updated_at'])
    .where('is_published', '=', 1)
    .where('is_indexed', '=', 1)
    .orderBy('id')
    .limit(maxRows)
    .execute();
  return rows.map((row) => entry(pagePath(row.handle), row.updated_at, null));
}

/** Returns the products in one sitemap file. @param perFile number of product ids per file */
export async function readSitemapProducts(
  db: Queryable,
  page: number,
  perFile: number,
): Promise<SitemapEntry[]> {
  const rows = await db
    .selectFrom('products as p')
    .leftJoin('product_media as pm', (join) =>
      join.onRef('pm.product_id', '=', 'p.id').on('pm.position', '=', 0),
    )
    .select(['p.handle', 'p.updated_at', 'pm.media_id'])
    .where('p.id', '>', (page - 1) * perFile)
    .where('p.id', '<=', page * perFile)
    .where('p.is_published', '=', 1)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.id')
    .execute();
  return rows.map((row) => entry(productPath(row.handle), row.updated_at, row.media_id));
}

/**
 * Returns the sitemap entries of the second and later pages of a list, up to its last page, because requests for later pages return
 * 404.
 */
function furtherPages(list: SitemapEntry, total: number, perPage: number): SitemapEntry[] {
  const count = Math.max(0, Math.ceil(total / perPage) - 1);
  return Array.from({ length: count }, (_, at) => ({
    ...list,
    path: `${list.path}?page_num=${at + 2}`,
    mediaId: null,
  }));
}

function entry(path: string, updatedAt: number, mediaId: string | null): SitemapEntry {
  return { path, updatedAt, mediaId };
}
