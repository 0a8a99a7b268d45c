/** Pages on which no marketing opens automatically: no popups, announcement bars, purchase notices or order reminders (R07, R20). */
import type { PageType } from '../pages/page-routes.ts';

const hiddenPages: ReadonlySet<string> = new Set<PageType>([
  'register',
  'checkouts',
  'login',
  'pay-result',
  'reset-pwd',
  'forbidden',
]);

/** Alias of the home page in merchants' page lists (R17). */
export const homePageAlias = 'index';

/**
 * Returns whether marketing that is limited to certain pages may appear on a page of this type.
 * @param pages `all`, or page type names (R17)
 */
export function mayShowOn(page: string, pages: 'all' | readonly string[] = 'all'): boolean {
  if (hiddenPages.has(page)) return false;
  return pages === 'all' || pages.includes(page) || (page === 'home' && pages.includes(homePageAlias));
}
