/** What stands in the sitemap. Products are cut by id, so that a file costs the same wherever it lies. */
import { articlePath, collectionPath, pagePath, productPath } from '#lib/pages/addresses.ts';
import { productsPerPage } from '../catalog/listing-store.ts';
import { articlesPerPage } from '../content/articles-store.ts';
import type { Queryable } from '../db/database.ts';

export type SitemapKind = 'products' | 'collections' | 'articles' | 'pages';

export interface SitemapEntry {
  path: string;
  /** ms UTC. */
  updatedAt: number;
  mediaId: string | null;
}

/** Ids a product file covers; the protocol allows 50,000 addresses. */
const productsPerFile = 10_000;

/** Most entries of the kinds that have one file. */
const singleFileLimit = 40_000;

/** Every file there is. */
export async function listSitemapFiles(db: Queryable): Promise<{ kind: SitemapKind; page_num: number }[]> {
  const { last } = await db
    .selectFrom('products')
    .select((of) => of.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const files = Math.ceil(Number(last ?? 0) / productsPerFile);
  return [
    ...Array.from({ length: files }, (_, at) => ({ kind: 'products' as const, page_num: at + 1 })),
    { kind: 'collections', page_num: 1 },
    { kind: 'articles', page_num: 1 },
    { kind: 'pages', page_num: 1 },
  ];
}

/** Entries of one file; none beyond the last. */
export async function readSitemapFile(
  db: Queryable,
  kind: SitemapKind,
  page: number,
): Promise<SitemapEntry[]> {
  if (kind === 'products') return products(db, page);
  if (page > 1) return [];
  if (kind === 'collections') {
    const rows = await db
      .selectFrom('collections')
      .select(['handle', 'updated_at', 'media_id', 'product_count'])
      .where('is_published', '=', 1)
      .orderBy('id')
      .limit(singleFileLimit)
      .execute();
    const first = rows.map((row) => entry(collectionPath(row.handle), row.updated_at, row.media_id));
    const further = rows.flatMap((row, at) => furtherPages(first[at]!, row.product_count, productsPerPage));
    return [...first, ...further].slice(0, singleFileLimit);
  }
  if (kind === 'articles') {
    const rows = await db
      .selectFrom('articles')
      .select(['handle', 'published_at', 'media_id'])
      .where('is_published', '=', 1)
      .orderBy('id')
      .limit(singleFileLimit)
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
    .limit(singleFileLimit)
    .execute();
  return rows.map((row) => entry(pagePath(row.handle), row.updated_at, null));
}

async function products(db: Queryable, page: number): Promise<SitemapEntry[]> {
  const rows = await db
    .selectFrom('products as p')
    .leftJoin('product_media as pm', (join) =>
      join.onRef('pm.product_id', '=', 'p.id').on('pm.position', '=', 0),
    )
    .select(['p.handle', 'p.updated_at', 'pm.media_id'])
    .where('p.id', '>', (page - 1) * productsPerFile)
    .where('p.id', '<=', page * productsPerFile)
    .where('p.is_published', '=', 1)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.id')
    .execute();
  return rows.map((row) => entry(productPath(row.handle), row.updated_at, row.media_id));
}

/** Pages of a list after its first; one beyond these is not to be found. */
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
