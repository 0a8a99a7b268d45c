/** Which links lead to the page they stand on (MENU-08). Small: it also runs inline, before paint. */

/** By path alone, and whatever form the collection's address has. */
export function isCurrentLink(href: string, path: string): boolean {
  const plain = (address: string) =>
    address
      .replace(/[?#].*$/, '')
      .replace(/^\/collection\//, '/collections/')
      .replace(/(.)\/$/, '$1');
  return href.startsWith('/') && plain(href) === plain(path);
}
