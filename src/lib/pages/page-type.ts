import { findPageRoute, type PageType } from './page-routes.ts';

/**
 * Returns the page type of a path (R17); `404` for a path that does not exist.
 * @param path with or without a trailing slash, without query and language prefix
 */
export function pageType(path: string): PageType {
  const plain = path.replace(/\/+$/, '') || '/';
  return findPageRoute(plain === '/index' ? '/' : plain)?.type ?? '404';
}
