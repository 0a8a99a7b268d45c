/** What kind of page an address is (R17). */

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

const named: Readonly<Record<string, PageType>> = {
  '/': 'home',
  '/index': 'home',
  '/fulfillment': 'logistics',
  '/user-info': 'info',
  '/login': 'login',
  '/register': 'register',
  '/reset-pwd': 'reset-pwd',
  '/search': 'search',
  '/forgot': 'forgot',
  '/cart': 'cart',
  '/detail': 'detail',
  '/collections': 'collections',
  '/blogs': 'blogs',
  '/pay/result': 'pay-result',
  '/forbidden': 'forbidden',
  '/500': '500',
};

const patterns: readonly (readonly [RegExp, PageType])[] = [
  [/^\/products\/[^/]+$/, 'detail'],
  [/^\/collections\/[^/]+\/products\/[^/]+$/, 'detail'],
  [/^\/collections?\/[^/]+$/, 'collections'],
  [/^\/blogs\/[^/]+$/, 'blogs'],
  [/^\/promotions(\/|$)/, 'promotions'],
  [/^\/\d+\/checkouts(\/|$)/, 'checkouts'],
  [/^\/pages\/[^/]+$/, 'customize'],
];

/**
 * The page type of a path; an address the shop does not have is `404`.
 * @param path with or without a trailing slash, without query; a language prefix is already stripped
 */
export function pageType(path: string): PageType {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path || '/';
  if (Object.hasOwn(named, plain)) return named[plain]!;
  return patterns.find(([pattern]) => pattern.test(plain))?.[1] ?? '404';
}

/** The page types on which the bag reacts to the page (NAV-20). */
export const bagPages: ReadonlySet<PageType> = new Set<PageType>([
  'home',
  'detail',
  'collections',
  'search',
  'promotions',
  'customize',
  '404',
  'cart',
  'checkouts',
]);

/** The page types header and tracking know (NAV-21). */
export const trackedPages: ReadonlySet<PageType> = new Set<PageType>([
  'home',
  'detail',
  'collections',
  'promotions',
  'checkouts',
  'pay-result',
  'cart',
  'info',
  'register',
  'login',
  'customize',
  'search',
]);
