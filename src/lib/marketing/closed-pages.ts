/** Pages that no outside script is loaded on: their address opens something, or a shopper writes about himself in them. */

/** Page types (pages/page-table.ts), as one pattern: it is part of a script with a byte budget. */
const closed = /^(?:checkouts|login|register|forgot|reset-pwd|info|logistics|forbidden)$/;
/** Keys in an address: of an order, of a mail's link, of the newsletter. */
const keys = ['token', 'code', 'aesCode'];

/**
 * Whether a page is kept from pixels; what happens there is told by the server, and to pixels on the next page.
 * @param type of the page, as `data-page` says it
 * @param search of its address, with or without `?`
 */
export function isClosedPage(type: string | undefined, search: string): boolean {
  const query = new URLSearchParams(search);
  return closed.test(type ?? '') || keys.some((key) => query.has(key));
}
