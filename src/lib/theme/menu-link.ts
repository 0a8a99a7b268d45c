/** Builds and checks the links of menu items (MENU-05 to MENU-07, MENU-24, FTR-23 to FTR-26). */

import { linkUrlPattern } from '#lib/contract/safe-url.ts';
import type { MenuItem } from '#lib/contract/wire-theme.ts';
import { productPath } from '#lib/pages/paths.ts';

type Linked = Pick<MenuItem, 'type' | 'url' | 'value'>;

/** Returns the path or URL that a menu item links to, '' if it has no link. */
export function menuLink(item: Linked, place: 'header' | 'footer'): string {
  if (item.type === 1) return '/';
  const seoUrl = item.url.split('/').at(-1) ?? '';
  if (item.type === 2) return seoUrl ? productPath(seoUrl) : '';
  if (item.type === 3 && seoUrl) {
    const folder = place === 'header' ? 'collection' : 'collections';
    const mapId = item.value === '' ? '' : `?map_id=${encodeURIComponent(item.value)}`;
    return `/${folder}/${encodeURIComponent(seoUrl)}${mapId}`;
  }
  // Another platform may send any URL.
  return linkUrlPattern.test(item.url) ? item.url : '';
}

/** Returns whether a URL belongs to another site, such as a carrier's tracking page (MENU-22). */
export function isExternalUrl(href: string, origin: string): boolean {
  return /^https?:\/\//.test(href) && href !== origin && !href.startsWith(`${origin}/`);
}
