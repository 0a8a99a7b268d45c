/** Source numbers of newsletter subscriptions, which identify the form that was used (R44, NEWS-09 to NEWS-14). Pure. */
import type { PageType } from '#lib/pages/page-routes.ts';

/** Source of subscriptions in popups and announcement bars. */
export const popupSourceType = 1;
export const footerSourceType = 2;

const componentSources: Partial<Record<PageType, number>> = {
  home: 3,
  detail: 8,
  collections: 9,
  customize: 10,
};

/** Returns the source number of the subscribe section on a page; page types without a number in the requirements count as custom pages. */
export function sectionSourceType(page: PageType): number {
  return componentSources[page] ?? 10;
}
