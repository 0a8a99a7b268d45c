/** Lists all routes of src/pages with their page type (R17), caching and query parameters. A test compares the list with src/pages. */
import { filterName } from '#lib/catalog/filters.ts';

export type PageType =
  | 'home'
  | 'logistics'
  | 'info'
  | 'login'
  | 'register'
  | 'reset-pwd'
  | 'search'
  | 'forgot'
  | 'cart'
  | 'detail'
  | 'collections'
  | 'blogs'
  | 'promotions'
  | 'checkouts'
  | 'pay-result'
  | 'customize'
  | 'forbidden'
  | '404'
  | '500';

export interface PageRoute {
  /** Path of the route, as in src/pages. */
  path: string;
  /** Page type; null for a file or an application, which has no language prefix. */
  type: PageType | null;
  /**
   * Caching of the route. `shared`: the same for every visitor, and cached. `unstored`: the same for every visitor, but not cached, because
   * there are too many URLs, such as those of searches. `private`: may depend on the visitor; no-store.
   */
  cache: 'shared' | 'unstored' | 'private';
  /**
   * Query parameters of the page and their valid values; all others are dropped from the cache key. A page sets no-store itself if no
   * content exists for its parameters (docs/decisions/05-page-cache.md).
   */
  query?: Record<string, RegExp>;
  /** Query parameters that prevent caching, because they lead to too many URLs: redirects derived from a parameter, and filtered lists. */
  unstoredWith?: RegExp;
}

const id = /^[1-9]\d{0,15}$/;
const page_num = /^(?:[2-9]|[1-9]\d+)$/;
const listing = {
  cache: 'shared',
  query: { map_id: id, sort_type: /^[14567]$/, page_num },
  unstoredWith: filterName,
} as const;

/** The first matching route applies. */
export const pageRoutes: readonly PageRoute[] = [
  { path: '/', type: 'home', cache: 'shared' },
  { path: '/products/[seoUrl]', type: 'detail', cache: 'shared', query: { variant: id } },
  { path: '/collections', type: 'collections', cache: 'shared', unstoredWith: /^url$/ },
  { path: '/collections/[name]', type: 'collections', ...listing },
  { path: '/collections/[name]/products/[product]', type: 'detail', cache: 'shared', query: { variant: id } },
  { path: '/collection/[name]', type: 'collections', ...listing },
  { path: '/detail', type: 'detail', cache: 'unstored' },
  { path: '/search', type: 'search', cache: 'unstored' },
  { path: '/blogs', type: 'blogs', cache: 'shared', query: { page_num } },
  { path: '/blogs/[seoUrl]', type: 'blogs', cache: 'shared' },
  { path: '/pages/unsubscribe', type: 'customize', cache: 'shared' },
  { path: '/pages/back-in-stock', type: 'customize', cache: 'shared' },
  { path: '/pages/verify', type: 'customize', cache: 'shared' },
  { path: '/pages/[handle]', type: 'customize', cache: 'shared' },
  // Page fragments: product cards for lists that exist only in the browser (client/cards/fetch-cards.ts). `/cards` lists products by id, so
  // it has too many URLs to cache.
  { path: '/cards/[list]', type: 'customize', cache: 'shared' },
  { path: '/cards', type: 'customize', cache: 'private' },
  { path: '/promotions', type: 'promotions', cache: 'shared' },
  { path: '/promotions/[seoUrl]', type: 'promotions', cache: 'shared', query: { page_num } },
  { path: '/sitemap.xml', type: null, cache: 'shared' },
  { path: '/sitemap/[file].xml', type: null, cache: 'shared' },
  { path: '/theme-[hash].css', type: null, cache: 'shared' },
  { path: '/texts-[name].json', type: null, cache: 'shared' },
  { path: '/robots.txt', type: null, cache: 'shared' },
  { path: '/manifest.webmanifest', type: null, cache: 'shared' },
  { path: '/404', type: '404', cache: 'shared' },
  { path: '/500', type: '500', cache: 'unstored' },
  { path: '/503', type: '404', cache: 'unstored' },
  { path: '/forbidden', type: 'forbidden', cache: 'unstored' },
  { path: '/cart', type: 'cart', cache: 'private' },
  { path: '/wishlist', type: 'customize', cache: 'private' },
  { path: '/login', type: 'login', cache: 'private' },
  { path: '/register', type: 'register', cache: 'private' },
  { path: '/forgot', type: 'forgot', cache: 'private' },
  { path: '/reset-pwd', type: 'reset-pwd', cache: 'private' },
  { path: '/user-info', type: 'info', cache: 'private' },
  { path: '/fulfillment', type: 'logistics', cache: 'private' },
  { path: '/fulfillment/invoice', type: 'logistics', cache: 'private' },
  { path: '/pay/result', type: 'pay-result', cache: 'private' },
  { path: '/[shop_id]/checkouts', type: 'checkouts', cache: 'private' },
  { path: '/[shop_id]/checkouts/[token]', type: 'checkouts', cache: 'private' },
  // One application for all of its paths. No page of the shop: it has its own language and no page type.
  { path: '/admin/[...path]', type: null, cache: 'private' },
];

const shapes = pageRoutes.map((row) => {
  const pattern = row.path.replaceAll('.', '\\.').replaceAll('[shop_id]', '\\d+');
  const anyDepth = pattern.replace(/\/\[\\\.\\\.\\\.\w+\]/g, '(?:/.*)?');
  return { row, shape: new RegExp(`^${anyDepth.replace(/\[\w+\]/g, '[^/]+')}$`) };
});

/** Returns the route of a path. @param path without query, language prefix and trailing slash */
export function findPageRoute(path: string): PageRoute | undefined {
  return shapes.find(({ shape }) => shape.test(path))?.row;
}
