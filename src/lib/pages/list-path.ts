/** Builds the URLs of lists, including sorted and filtered views and further pages (R19). */
import { type Filters, filterParams } from '#lib/catalog/filters.ts';

/** Query of a list. Default values are omitted, so that every view has only one URL. */
export interface ListQuery {
  q?: string;
  sortType?: number;
  pageNum?: number;
  filters?: Filters;
}

/**
 * Returns the URL of a list with its query.
 * @example listPath('/collections/table', { sortType: 6, pageNum: 2 }) → '/collections/table?sort_type=6&page_num=2'
 */
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
