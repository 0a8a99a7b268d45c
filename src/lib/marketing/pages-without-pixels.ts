/** Pages that no outside script is loaded on: their address opens something, or a shopper writes about himself in them. */
import type { PageType } from '../pages/page-table.ts';

const closed: ReadonlySet<string> = new Set<PageType>([
  'checkouts',
  'login',
  'register',
  'forgot',
  'reset-pwd',
  'info',
  'logistics',
  'forbidden',
]);
/** Keys in an address: of an order, of a mail's link, of the newsletter. */
const keys = ['token', 'code', 'aesCode'];

/**
 * Whether a page is kept from pixels; what happens there is told by the server, and to pixels on the next page.
 * @param type of the page, as `data-page` says it
 * @param search of its address, with or without `?`
 */
export function isClosedPage(type: string | undefined, search: string): boolean {
  const query = new URLSearchParams(search);
  return closed.has(type ?? '') || keys.some((key) => query.has(key));
}
