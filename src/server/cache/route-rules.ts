/** Decides which pages are cached, and under which cache key. Pure. */
import { splitLanguage } from '#lib/language/path.ts';
import { pageNumberParam } from '#lib/pages/list-query.ts';
import { findPageRoute } from '#lib/pages/page-routes.ts';
import type { StoredPage } from './stored-page.ts';

export type RouteDecision =
  /** The page is the same for all visitors. `key` is the normalised path and query: the page is rendered from it and cached under it. */
  | { kind: 'shared'; key: string }
  /** The URL is not a page of the shop; `key` is the 404 page in the language of the URL. */
  | { kind: 'unknown'; key: string }
  /**
   * The page is the same for all visitors, but has too many URLs to cache, such as search results or redirects that depend on the query.
   */
  | { kind: 'unstored'; path: string }
  /** The page may depend on the visitor: it is rendered with the request's cookies and sent with no-store. */
  | { kind: 'private'; path: string };

/**
 * Returns how to serve a page URL. Repeated and trailing slashes, escapes such as `%41`, the order of the query parameters and unknown
 * parameters are ignored. A language prefix stays in the key; the render checks whether the shop has that language. `key` and `path`
 * contain the canonical spelling, with which the page is rendered.
 */
export function decideRoute(url: Pick<URL, 'pathname' | 'search' | 'searchParams'>): RouteDecision {
  const pathname = url.pathname.replace(/\/{2,}/g, '/');
  const decoded = plainPath.test(pathname) ? pathname : decodedPath(pathname);
  if (decoded === null) return { kind: 'unknown', key: missingPage };
  const { prefix, rest } = splitLanguage(decoded);
  const plain = rest.replace(/(.)\/$/, '$1');
  const page = findPageRoute(plain);
  const path = encodedPath(prefix + plain);
  if (!page || (prefix !== '' && page.type === null)) return { kind: 'unknown', key: prefix + missingPage };
  if (page.cache !== 'shared') return { kind: page.cache, path };
  if (url.search === '') return { kind: 'shared', key: path };
  const { unstoredWith } = page;
  if (unstoredWith && [...url.searchParams].some(([name, value]) => value !== '' && unstoredWith.test(name)))
    return { kind: 'unstored', path };
  const query: string[] = [];
  for (const [name, shape] of Object.entries(page.query ?? {})) {
    const value = name === 'page_num' ? pageNumberParam(url.searchParams) : url.searchParams.get(name);
    if (value !== null && shape.test(value)) query.push(`${name}=${value}`);
  }
  return { kind: 'shared', key: query.length === 0 ? path : `${path}?${query.join('&')}` };
}

/** Path of the 404 page, which is sent for every URL that is not a page; each language has its own. */
const missingPage = '/404';

/**
 * Returns the cache key of the page for a URL with a query, given the page without the query. Ignores a variant that the product does not
 * have, and `map_id` if the handle exists (R19). A page number past the end of a list returns the key of the 404 page.
 */
export function resolveCacheKey(
  key: string,
  pageWithoutQuery: Pick<StoredPage, 'status' | 'root' | 'names'>,
): string {
  const [path = '', search] = key.split('?');
  const query = new URLSearchParams(search);
  // Keep the query in the key if it affects the response: `map_id` may redirect an unknown handle, and redirects keep the query.
  if (pageWithoutQuery.status !== 200)
    return pageWithoutQuery.status === 404 && !query.has('map_id') ? path : key;
  const { variants, lastPage } = pageWithoutQuery.names ?? {};
  if (variants && !variants.includes(Number(query.get('variant')))) query.delete('variant');
  if (lastPage !== undefined) query.delete('map_id');
  if (Number(query.get('page_num')) > (lastPage ?? Number.POSITIVE_INFINITY))
    return pageWithoutQuery.root + missingPage;
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Matches paths that have only one spelling and need no decoding. */
const plainPath = /^[\w/.~-]*$/;
/** Maximum number of times that a path is decoded; Astro has the same limit. */
const deepest = 10;

/**
 * Returns the path as Astro matches it: decoded repeatedly until it no longer changes, except for escaped delimiters (`%2F`).
 * @returns null for paths that cannot be decoded or contain `.` or `..` segments
 */
function decodedPath(path: string): string | null {
  let decoded = path;
  for (let depth = 0; depth <= deepest; depth += 1) {
    const next = decodeOnce(decoded);
    if (next === null || next === decoded) {
      const isReadable = next !== null || depth > 0;
      return isReadable && !/(?:^|\/)\.\.?(?:\/|$)/.test(decoded) ? decoded : null;
    }
    decoded = next;
  }
  return null;
}

function decodeOnce(path: string): string | null {
  try {
    return decodeURI(path);
  } catch {
    return null;
  }
}

/** Matches the `%25` of escaped delimiters: `decodeURI` does not decode them, so `encodeURI` escapes their percent sign again. */
const dividers = /%25(?=2[346bcf]|3[abdf]|40)/gi;

function encodedPath(path: string): string {
  return plainPath.test(path) ? path : encodeURI(path).replace(dividers, '%');
}
