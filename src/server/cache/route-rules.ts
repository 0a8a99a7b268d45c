/** Which pages are kept, and by which part of their address. Pure. */
import { filterName } from '#lib/catalog/filters.ts';
import { splitLanguage } from '#lib/language/path.ts';

export type RouteDecision =
  /** The same for every visitor: kept under `key`, the normalised path and query, and rendered from it. */
  | { kind: 'shared'; key: string }
  /** No page of ours: `key` will be answered by the shared 404. */
  | { kind: 'unknown'; key: string }
  /** The same for every visitor, but with too many addresses to keep: search, redirects worked out from the query. */
  | { kind: 'unstored' }
  /** May depend on who asks: rendered with the request's cookies, no-store. */
  | { kind: 'private' };

interface Route {
  /** `*` stands for one segment or a part of one. */
  path: string;
  kind: 'shared' | 'unstored' | 'private';
  /**
   * Query parameters the page reads, with what each may be; anything else is dropped from the key. A page whose
   * parameters name nothing says no-store itself (docs/decisions/05-page-cache.md).
   */
  query?: Record<string, RegExp>;
  /** With such a parameter there are too many addresses to keep: redirects worked out from it, filtered lists. */
  unstoredWith?: RegExp;
}

const id = /^[1-9]\d{0,15}$/;
const listing = { sort_type: /^[14567]$/, page_num: /^(?:[2-9]|[1-9]\d{1,5})$/ };

/** Every page of src/pages; a test compares the two. Addresses in no row are answered by the shared 404. */
export const routes: readonly Route[] = [
  { path: '/', kind: 'shared' },
  { path: '/products/*', kind: 'shared', query: { variant: id } },
  { path: '/collections', kind: 'shared', unstoredWith: /^url$/ },
  { path: '/collections/*', kind: 'shared', query: { map_id: id, ...listing }, unstoredWith: filterName },
  { path: '/collections/*/products/*', kind: 'shared', query: { variant: id } },
  { path: '/collection/*', kind: 'shared', query: { map_id: id, ...listing }, unstoredWith: filterName },
  { path: '/detail', kind: 'unstored' },
  { path: '/search', kind: 'unstored' },
  { path: '/blogs', kind: 'shared', query: { page_num: listing.page_num } },
  { path: '/blogs/*', kind: 'shared' },
  { path: '/pages/*', kind: 'shared' },
  { path: '/pages/unsubscribe', kind: 'shared' },
  { path: '/pages/style', kind: 'shared' },
  { path: '/promotions/*', kind: 'shared', query: { page_num: listing.page_num } },
  { path: '/sitemap.xml', kind: 'shared' },
  { path: '/sitemap/*.xml', kind: 'shared' },
  { path: '/theme-*.css', kind: 'shared' },
  { path: '/robots.txt', kind: 'shared' },
  { path: '/manifest.webmanifest', kind: 'shared' },
  { path: '/404', kind: 'shared' },
  { path: '/500', kind: 'unstored' },
  { path: '/503', kind: 'unstored' },
  { path: '/forbidden', kind: 'unstored' },
  { path: '/cart', kind: 'private' },
  { path: '/login', kind: 'private' },
  { path: '/register', kind: 'private' },
  { path: '/forgot', kind: 'private' },
  { path: '/reset-pwd', kind: 'private' },
  { path: '/user-info', kind: 'private' },
  { path: '/fulfillment', kind: 'private' },
  { path: '/pay/result', kind: 'private' },
  { path: '/*/checkouts', kind: 'private' },
  { path: '/*/checkouts/*', kind: 'private' },
];

const table = routes.map((route) => ({
  ...route,
  shape: new RegExp(`^${route.path.replace(/[.]/g, '\\.').replaceAll('*', '[^/]+')}$`),
}));

/**
 * What to do with a page's address. A trailing slash, the order and surplus of the query make no difference; a language's
 * prefix stays in the key. Whether the shop speaks it shows when the page is made.
 */
export function decideRoute(url: Pick<URL, 'pathname' | 'search' | 'searchParams'>): RouteDecision {
  const asked = url.pathname.replace(/\/{2,}/g, '/');
  const { prefix, rest } = splitLanguage(asked);
  const plain = rest.replace(/(.)\/$/, '$1');
  const route = table.find((row) => row.shape.test(plain));
  const path = prefix + plain;
  // Files are the same in every language.
  if (!route || (prefix !== '' && route.path.includes('.'))) return { kind: 'unknown', key: path };
  if (route.kind !== 'shared') return { kind: route.kind };
  if (url.search === '') return { kind: 'shared', key: path };
  const { unstoredWith } = route;
  if (unstoredWith && [...url.searchParams].some(([name, value]) => value !== '' && unstoredWith.test(name)))
    return { kind: 'unstored' };
  const kept: string[] = [];
  for (const [name, shape] of Object.entries(route.query ?? {})) {
    const value = url.searchParams.get(name);
    if (value !== null && shape.test(value)) kept.push(`${name}=${value}`);
  }
  return { kind: 'shared', key: kept.length === 0 ? path : `${path}?${kept.join('&')}` };
}
