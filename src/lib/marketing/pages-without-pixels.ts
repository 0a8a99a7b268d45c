/** Pages without third-party scripts, because their URL contains a secret or shoppers enter personal data on them. */
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
/** Query parameters that contain a secret: of an order, an email link, the newsletter or a shared wishlist. */
const keys = ['token', 'code', 'aesCode', 'share'];

/**
 * Returns whether pixels must not load on a page. The server reports the events of such a page, and pixels receive them on the next page.
 * @param type page type, as in `data-page`
 * @param search query of the page's URL, with or without `?`
 */
export function isPageWithoutPixels(type: string | undefined, search: string): boolean {
  const query = new URLSearchParams(search);
  return closed.has(type ?? '') || keys.some((key) => query.has(key));
}
