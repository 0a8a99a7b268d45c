/** Finds links to the current page (MENU-08). Small, because it also runs in an inline script before first paint. */

/** Returns whether a link leads to the current page. Compares only paths; `/collection/` and `/collections/` count as equal. */
export function isCurrentLink(href: string, path: string): boolean {
  const plain = (address: string) =>
    address
      .replace(/[?#].*$/, '')
      .replace(/^\/collection\//, '/collections/')
      .replace(/(.)\/$/, '$1');
  return href.startsWith('/') && plain(href) === plain(path);
}
