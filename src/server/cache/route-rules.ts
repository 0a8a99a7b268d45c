/** Which pages are kept, and by which part of their address. Pure. */
import { splitLanguage } from '#lib/language/path.ts';
import { pageAt } from '#lib/pages/page-table.ts';

export type RouteDecision =
  /** The same for every visitor: kept under `key`, the normalised path and query, and rendered from it. */
  | { kind: 'shared'; key: string }
  /** No page of ours: `key` will be answered by the shared 404. */
  | { kind: 'unknown'; key: string }
  /** The same for every visitor, but with too many addresses to keep: search, redirects worked out from the query. */
  | { kind: 'unstored' }
  /** May depend on who asks: rendered with the request's cookies, no-store. */
  | { kind: 'private' };

/**
 * What to do with a page's address. A trailing slash, the order and surplus of the query make no difference; a language's
 * prefix stays in the key. Whether the shop speaks it shows when the page is made.
 */
export function decideRoute(url: Pick<URL, 'pathname' | 'search' | 'searchParams'>): RouteDecision {
  const asked = url.pathname.replace(/\/{2,}/g, '/');
  const { prefix, rest } = splitLanguage(asked);
  const plain = rest.replace(/(.)\/$/, '$1');
  const page = pageAt(plain);
  const path = prefix + plain;
  if (!page || (prefix !== '' && page.type === null)) return { kind: 'unknown', key: path };
  if (page.cache !== 'shared') return { kind: page.cache };
  if (url.search === '') return { kind: 'shared', key: path };
  const { unstoredWith } = page;
  if (unstoredWith && [...url.searchParams].some(([name, value]) => value !== '' && unstoredWith.test(name)))
    return { kind: 'unstored' };
  const kept: string[] = [];
  for (const [name, shape] of Object.entries(page.query ?? {})) {
    const value = url.searchParams.get(name);
    if (value !== null && shape.test(value)) kept.push(`${name}=${value}`);
  }
  return { kind: 'shared', key: kept.length === 0 ? path : `${path}?${kept.join('&')}` };
}
