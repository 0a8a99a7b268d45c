/** Converts the query parameters of lists to API queries; the API handles missing and invalid values (R93). */
import { filterParams, readFilters } from '#lib/catalog/filters.ts';

const text = (query: URLSearchParams, name: string) => query.get(name) ?? undefined;

/** Returns the page number in a list's URL; links from other platforms call the parameter `page` (R93). */
export const pageNumberParam = (query: URLSearchParams) => query.get('page_num') ?? query.get('page');

/** Returns the filters of a query as a query string. */
const filter = (query: URLSearchParams) => new URLSearchParams(filterParams(readFilters(query))).toString();

/** Returns the API query for a collection page. @param handle handle from the path */
export function parseCollectionPageQuery(handle: string | undefined, query: URLSearchParams) {
  return {
    handle,
    map_id: text(query, 'map_id'),
    sort_type: text(query, 'sort_type'),
    page_num: pageNumberParam(query) ?? undefined,
    filter: filter(query),
  };
}

/** Returns the API query for a search page. Trims the search text (SRCH-07). */
export function parseSearchPageQuery(query: URLSearchParams) {
  return {
    q: (text(query, 'q') ?? '').trim().slice(0, 200),
    sort_type: text(query, 'sort_type'),
    page_num: pageNumberParam(query) ?? undefined,
    filter: filter(query),
  };
}
