/** Decides which pages are cached, and under which part of their URL. Pure. */
import { splitLanguage } from '#lib/language/path.ts';
import { pageNumberParam } from '#lib/pages/list-query.ts';
import { findPageRoute } from '#lib/pages/page-routes.ts';
import type { StoredPage } from './stored-page.ts';

export type RouteDecision =
  /** The same for all visitors: cached under `key`, the normalised path and query, from which it is also rendered. */
  | { kind: 'shared'; key: string }
  /** Not a page of the shop: `key` is the 404 page of its language. */
  | { kind: 'unknown'; key: string }
  /** The same for all visitors, but with too many URLs to cache: search, redirects computed from the query. */
  | { kind: 'unstored'; path: string }
  /** May depend on the visitor: rendered with the request's cookies, no-store. */
  | { kind: 'private'; path: string };

/**
 * Returns how to serve a page's URL. Repeated and trailing slashes, escapes such as `%41`, and the order and surplus of query
 * parameters make no difference. A language prefix stays in the key; the render finds out whether the shop has that language.
 * `key` and `path` have the canonical spelling with which the page is rendered.
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

/** Answers every URL that is not a page; each language has its own. */
const missingPage = '/404';

/**
 * Returns the cache key that answers a key with a query, given the page without that query. Ignores a variant that the product
 * does not have, and `map_id` next to an existing handle (R19); a page past the end of a list is missing.
 */
export function resolveCacheKey(key: string, plain: Pick<StoredPage, 'status' | 'root' | 'names'>): string {
  const [path = '', search] = key.split('?');
  const query = new URLSearchParams(search);
  // With an unknown handle `map_id` may redirect, and a redirect keeps its query.
  if (plain.status !== 200) return plain.status === 404 && !query.has('map_id') ? path : key;
  const { variants, lastPage } = plain.names ?? {};
  if (variants && !variants.includes(Number(query.get('variant')))) query.delete('variant');
  if (lastPage !== undefined) query.delete('map_id');
  if (Number(query.get('page_num')) > (lastPage ?? Number.POSITIVE_INFINITY)) return plain.root + missingPage;
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Paths that have only one spelling. */
const plainPath = /^[\w/.~-]*$/;
/** Astro's own limit. */
const deepest = 10;

/**
 * Returns the path as Astro matches it: decoded until nothing changes, except for escapes that would split it (`%2F`).
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

/** Escaped delimiters, which `decodeURI` does not decode. */
const dividers = /%25(?=2[346bcf]|3[abdf]|40)/gi;

function encodedPath(path: string): string {
  return plainPath.test(path) ? path : encodeURI(path).replace(dividers, '%');
}
