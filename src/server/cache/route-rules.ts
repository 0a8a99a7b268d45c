/** Which pages are cached, and by which part of their address. Pure. */
import { splitLanguage } from '#lib/language/path.ts';
import { pageParam } from '#lib/pages/list-query.ts';
import { pageAt } from '#lib/pages/page-table.ts';
import type { StoredPage } from './stored-page.ts';

export type RouteDecision =
  /** The same for every visitor: cached under `key`, the normalised path and query, and rendered from it. */
  | { kind: 'shared'; key: string }
  /** No page of ours: `key` is the page of its language that says so. */
  | { kind: 'unknown'; key: string }
  /** The same for every visitor, but with too many addresses to keep: search, redirects worked out from the query. */
  | { kind: 'unstored'; path: string }
  /** May depend on the visitor: rendered with the request's cookies, no-store. */
  | { kind: 'private'; path: string };

/**
 * What to do with a page's address. Doubled and trailing slashes, letters written as `%41`, the order and surplus of the
 * query make no difference; a language's prefix stays in the key. Whether the shop speaks it shows when the page is made.
 * `key` and `path` are spelled in the one way in which the page is asked for.
 */
export function decideRoute(url: Pick<URL, 'pathname' | 'search' | 'searchParams'>): RouteDecision {
  const asked = url.pathname.replace(/\/{2,}/g, '/');
  const decoded = plainPath.test(asked) ? asked : decodedPath(asked);
  if (decoded === null) return { kind: 'unknown', key: missingPage };
  const { prefix, rest } = splitLanguage(decoded);
  const plain = rest.replace(/(.)\/$/, '$1');
  const page = pageAt(plain);
  const path = encodedPath(prefix + plain);
  if (!page || (prefix !== '' && page.type === null)) return { kind: 'unknown', key: prefix + missingPage };
  if (page.cache !== 'shared') return { kind: page.cache, path };
  if (url.search === '') return { kind: 'shared', key: path };
  const { unstoredWith } = page;
  if (unstoredWith && [...url.searchParams].some(([name, value]) => value !== '' && unstoredWith.test(name)))
    return { kind: 'unstored', path };
  const query: string[] = [];
  for (const [name, shape] of Object.entries(page.query ?? {})) {
    const value = name === 'page_num' ? pageParam(url.searchParams) : url.searchParams.get(name);
    if (value !== null && shape.test(value)) query.push(`${name}=${value}`);
  }
  return { kind: 'shared', key: query.length === 0 ? path : `${path}?${query.join('&')}` };
}

/** Answers every address that is no page. Each language has its own. */
const missingPage = '/404';

/**
 * Returns the key of the page that answers a key with a query, by the same page without it. A variant that the product does not have
 * says nothing, nor does `map_id` beside a handle that there is (R19); a page beyond the last of a list is missing.
 */
export function answeringKey(key: string, plain: Pick<StoredPage, 'status' | 'root' | 'names'>): string {
  const [path = '', search] = key.split('?');
  const query = new URLSearchParams(search);
  // A `map_id` may lead on where nothing has the handle, and a redirect takes its query along.
  if (plain.status !== 200) return plain.status === 404 && !query.has('map_id') ? path : key;
  const { variants, lastPage } = plain.names ?? {};
  if (variants && !variants.includes(Number(query.get('variant')))) query.delete('variant');
  if (lastPage !== undefined) query.delete('map_id');
  if (Number(query.get('page_num')) > (lastPage ?? Number.POSITIVE_INFINITY)) return plain.root + missingPage;
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Paths that are spelled in one way only. */
const plainPath = /^[\w/.~-]*$/;
/** As deep as Astro decodes. */
const deepest = 10;

/**
 * The path as Astro matches it with its pages: decoded until nothing changes, but for what would divide it anew (`%2F`).
 * @returns null for what cannot be decoded, and for paths that would name another one when they are asked for
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

/** What `decodeURI` leaves as it is: the signs that divide an address. */
const dividers = /%25(?=2[346bcf]|3[abdf]|40)/gi;

function encodedPath(path: string): string {
  return plainPath.test(path) ? path : encodeURI(path).replace(dividers, '%');
}
