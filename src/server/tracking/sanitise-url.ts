/** Removes possible secrets and personal data from URLs that browsers send. */
import { splitLanguage } from '#lib/language/path.ts';
import { findPageRoute } from '#lib/pages/page-routes.ts';

const maxLength = 300;

/**
 * Returns the path of a page of the shop, without language prefix and query. For private pages, whose path grants access, it
 * returns the route pattern instead, such as `/[shop_id]/checkouts/[token]`.
 * @param address a path or URL, possibly from an untrusted client
 * @returns '' if the shop has no such page
 */
export function sanitisePagePath(address: string): string {
  const path = URL.parse(address, 'http://shop')?.pathname ?? '';
  const plain = splitLanguage(path).rest.replace(/(?<=.)\/+$/, '');
  const row = findPageRoute(plain);
  if (!row || row.type === null) return '';
  return row.cache === 'private' ? row.path : plain;
}

/** Returns the handle of a product page; '' for any other page. @param path from `sanitisePagePath` */
export function productHandleFromPath(path: string): string {
  const [, handle = ''] = /^(?:\/collections\/[^/]+)?\/products\/([^/]+)$/.exec(path) ?? [];
  try {
    const text = decodeURIComponent(handle);
    // PostgreSQL rejects text with a NUL character, so the whole write would fail.
    return text.includes('\0') ? '' : text;
  } catch {
    return '';
  }
}

/**
 * Returns a sanitised referrer: a path of the shop, or the URL of another site without its query.
 * @param siteUrl the shop's origin
 */
export function sanitiseReferrer(address: string, siteUrl: string): string {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return '';
  return isShopUrl(url, siteUrl)
    ? sanitisePagePath(address)
    : (url.origin + url.pathname).slice(0, maxLength);
}

/** Returns the host of a referring site without `www.`; '' if the referrer is the shop itself or missing. */
export function getReferrerHost(address: string, siteUrl: string): string {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || isShopUrl(url, siteUrl)) return '';
  return url.hostname.replace(/^www\./, '');
}

function isShopUrl(url: URL, siteUrl: string): boolean {
  return url.host === new URL(siteUrl).host;
}
