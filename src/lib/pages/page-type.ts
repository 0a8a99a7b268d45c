/** What kind of page an address is (R17). */
import { type PageType, pageAt } from './page-table.ts';

/**
 * The page type of a path; an address the shop does not have is `404`.
 * @param path with or without a trailing slash, without query; a language prefix is already stripped
 */
export function pageType(path: string): PageType {
  const plain = path.replace(/\/+$/, '') || '/';
  return pageAt(plain === '/index' ? '/' : plain)?.type ?? '404';
}
