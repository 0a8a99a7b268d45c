/** Which box an address was typed into, as the subscription says it (R44, NEWS-09 to NEWS-14). Pure. */
import type { PageType } from '#lib/pages/page-table.ts';

/** Popups and announcement bars. */
export const popupSource = 1;
export const footerSource = 2;

const componentSources: Partial<Record<PageType, number>> = {
  home: 3,
  detail: 8,
  collections: 9,
  customize: 10,
};

/** Of the subscribe section on a page of this type; pages the documents do not name count as custom ones. */
export function componentSource(page: PageType): number {
  return componentSources[page] ?? 10;
}
