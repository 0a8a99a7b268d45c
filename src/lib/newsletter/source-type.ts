/** The form in which an address subscribed, as numbers of the subscription (R44, NEWS-09 to NEWS-14). Pure. */
import type { PageType } from '#lib/pages/page-routes.ts';

/** Popups and announcement bars. */
export const popupSourceType = 1;
export const footerSourceType = 2;

const componentSources: Partial<Record<PageType, number>> = {
  home: 3,
  detail: 8,
  collections: 9,
  customize: 10,
};

/** Returns the source of the subscribe section on a page; page types without a documented number count as custom pages. */
export function sectionSourceType(page: PageType): number {
  return componentSources[page] ?? 10;
}
