/** Query parameters of lists in the format of the API, which handles missing and invalid values (R93). */
import { filterParams, readFilters } from '#lib/catalog/filters.ts';

const text = (query: URLSearchParams, name: string) => query.get(name) ?? undefined;

/** Returns the page number in a list's URL; links from other platforms name it `page` (R93). */
export const pageNumberParam = (query: URLSearchParams) => query.get('page_num') ?? query.get('page');

/** Extracts the filters from a query. */
const filter = (query: URLSearchParams) => new URLSearchParams(filterParams(readFilters(query))).toString();

/** @param handle from the path */
export function parseCollectionPageQuery(handle: string | undefined, query: URLSearchParams) {
  return {
    handle,
    map_id: text(query, 'map_id'),
    sort_type: text(query, 'sort_type'),
    page_num: pageNumberParam(query) ?? undefined,
    filter: filter(query),
  };
}

/** The text is trimmed before it is used (SRCH-07). */
export function parseSearchPageQuery(query: URLSearchParams) {
  return {
    q: (text(query, 'q') ?? '').trim().slice(0, 200),
    sort_type: text(query, 'sort_type'),
    page_num: pageNumberParam(query) ?? undefined,
    filter: filter(query),
  };
}
