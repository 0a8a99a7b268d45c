/** Addresses of the shop's pages, as links, canonical links and the sitemap write them (R19). */
import { type Filters, filterParams } from '#lib/catalog/filters.ts';

export const productPath = (seoUrl: string) => `/products/${encodeURIComponent(seoUrl)}`;
export const collectionPath = (seoUrl: string) => `/collections/${encodeURIComponent(seoUrl)}`;
export const articlePath = (seoUrl: string) => `/blogs/${encodeURIComponent(seoUrl)}`;
export const promotionPath = (seoUrl: string) => `/promotions/${encodeURIComponent(seoUrl)}`;
export const pagePath = (seoUrl: string) => `/pages/${encodeURIComponent(seoUrl)}`;

/** Query of a list: only what differs from the plain list, so that one list has one address. */
export interface ListQuery {
  q?: string;
  sortType?: number;
  pageNum?: number;
  filters?: Filters;
}

/** @example listPath('/collections/table', { sortType: 6, pageNum: 2 }) → '/collections/table?sort_type=6&page_num=2' */
export function listPath(path: string, { q, sortType, pageNum, filters }: ListQuery): string {
  const query = new URLSearchParams();
  if (q) {
    query.set('type', 'product');
    query.set('q', q);
  }
  for (const [name, value] of filters ? filterParams(filters) : []) query.append(name, value);
  if (sortType) query.set('sort_type', String(sortType));
  if (pageNum && pageNum > 1) query.set('page_num', String(pageNum));
  return query.size > 0 ? `${path}?${query}` : path;
}

/**
 * The one address of a page for search engines: absolute, on the shop's own origin, whatever host was asked.
 * @param origin without a trailing slash
 * @param path path with the query that belongs to the page, e.g. from listPath
 */
export function canonicalFor(origin: string, path: string): string {
  return origin + (path === '/' ? '/' : path.replace(/\/(?=\?|$)/, ''));
}

/** Sort choices of a list by sort_type (SRCH-12 to SRCH-16), as they are offered; 0 is the list's own order. */
export const sortChoices = [0, 1, 6, 7, 4, 5] as const;
