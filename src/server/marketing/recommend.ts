/** Which recommendation lists a page shows (R31, R71). Pure. */
import type { RecommendList, RecommendSettings } from './settings.ts';

/** RECO-11. */
const maxLists = 10;

export type RecommendPage = RecommendList['page_types'][number];

/** Whether recommendations are shown on this kind of page at all. */
export function isSwitchedOn(settings: RecommendSettings, page: RecommendPage): boolean {
  if (page === 2) return settings.status && settings.cart_status;
  if (page === 4) return settings.status && settings.add_to_cart_status;
  return settings.status;
}

/** Whether any list of this kind of page depends on what stands on it. */
export function asksForHandles(settings: RecommendSettings, page: RecommendPage): boolean {
  return settings.lists.some(({ page_types, only }) => page_types.includes(page) && only.length > 0);
}

/**
 * Lists for a page in display order, at most 10.
 * @param handles handles of what the page shows: its collection, its product, or the products in the bag
 */
export function matchLists(
  settings: RecommendSettings,
  page: RecommendPage,
  handles: ReadonlySet<string>,
): RecommendList[] {
  if (!isSwitchedOn(settings, page)) return [];
  return settings.lists
    .filter(({ page_types, only }) => {
      if (!page_types.includes(page)) return false;
      return only.length === 0 || only.some((handle) => handles.has(handle));
    })
    .slice(0, maxLists);
}
