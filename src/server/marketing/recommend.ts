/** Selects the recommendation lists of a page (R31, R71). Pure. */
import { toHandle } from '../core/handles.ts';
import type { RecommendList, RecommendSettings } from './settings.ts';

/** Maximum number of lists on a page (RECO-11). */
const maxLists = 10;

export type RecommendPage = RecommendList['page_types'][number];

/** Returns whether recommendations are enabled on this page type. */
export function areRecommendationsEnabled(settings: RecommendSettings, page: RecommendPage): boolean {
  if (page === 2) return settings.status && settings.cart_status;
  if (page === 4) return settings.status && settings.add_to_cart_status;
  return settings.status;
}

/** Returns whether any list of this page type depends on the products or collections on the page. */
export function hasContextualLists(settings: RecommendSettings, page: RecommendPage): boolean {
  return settings.lists.some(({ page_types, only }) => page_types.includes(page) && only.length > 0);
}

/**
 * Returns the recommendation lists of a page in display order, at most 10.
 * @param handles handles of the page's collection or product, or of the products in the bag
 */
export function matchLists(
  settings: RecommendSettings,
  page: RecommendPage,
  handles: ReadonlySet<string>,
): RecommendList[] {
  if (!areRecommendationsEnabled(settings, page)) return [];
  return settings.lists
    .filter(({ page_types, only }) => {
      if (!page_types.includes(page)) return false;
      return only.length === 0 || only.some((handle) => handles.has(handle) || handles.has(toHandle(handle)));
    })
    .slice(0, maxLists);
}
