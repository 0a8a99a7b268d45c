/** Addresses that browsers tell, without what may be a key or a person. */
import { splitLanguage } from '#lib/language/path.ts';
import { pageAt } from '#lib/pages/page-table.ts';

const longest = 300;

/**
 * The path of one of the shop's pages, without language and query: of a page that is the visitor's own its route, such as
 * `/[shop_id]/checkouts/[token]`, because its path opens it.
 * @param address a path or a whole address, perhaps of somebody else's making
 * @returns '' where the shop has no such page
 */
export function tidyPath(address: string): string {
  const path = URL.parse(address, 'http://shop')?.pathname ?? '';
  const plain = splitLanguage(path).rest.replace(/(?<=.)\/+$/, '');
  const row = pageAt(plain);
  if (!row || row.type === null) return '';
  return row.cache === 'private' ? row.path : plain;
}

/** The handle of a product's page, '' of any other. @param path as `tidyPath` makes it */
export function handleOf(path: string): string {
  const [, handle = ''] = /^(?:\/collections\/[^/]+)?\/products\/([^/]+)$/.exec(path) ?? [];
  try {
    const text = decodeURIComponent(handle);
    // PostgreSQL keeps no text with a NUL, and refuses all that is written with it.
    return text.includes('\0') ? '' : text;
  } catch {
    return '';
  }
}

/**
 * Where somebody came from: a path of the shop's own, or another site's address without its query.
 * @param siteUrl the shop's origin
 */
export function tidyReferer(address: string, siteUrl: string): string {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return '';
  return isOwn(url, siteUrl) ? tidyPath(address) : (url.origin + url.pathname).slice(0, longest);
}

/** The host of another site without `www.`, '' for the shop's own and for none. */
export function hostOf(address: string, siteUrl: string): string {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || isOwn(url, siteUrl)) return '';
  return url.hostname.replace(/^www\./, '');
}

function isOwn(url: URL, siteUrl: string): boolean {
  return url.host === new URL(siteUrl).host;
}
