/** Pages without third-party scripts: their URL contains a secret, or a shopper enters personal data on them. */
import type { PageType } from '../pages/page-routes.ts';

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
/** Query parameters with a secret: of an order, an email link, the newsletter or a shared wishlist. */
const keys = ['token', 'code', 'aesCode', 'share'];

/**
 * Returns whether pixels must not load on a page; the server reports its events, and pixels get them on the next page.
 * @param type of the page, as in `data-page`
 * @param search query of its URL, with or without `?`
 */
export function isPageWithoutPixels(type: string | undefined, search: string): boolean {
  const query = new URLSearchParams(search);
  return closed.has(type ?? '') || keys.some((key) => query.has(key));
}
