/** Products viewed on this device; stored only in this browser. */
import { createDeviceList } from './device-list.ts';

const maxViewed = 12;

const { $list, change } = createDeviceList('recently_viewed', (stored) =>
  stored
    // Before November 2026, entries were whole products instead of ids.
    .map((entry) => (entry as { id?: unknown } | null)?.id ?? entry)
    .filter((id): id is number => Number.isSafeInteger(id) && (id as number) > 0)
    .slice(0, maxViewed),
);

/** Ids of viewed products, newest first. */
export const $viewedProductIds = $list;

/** Puts a product at the front of the list. */
export function addViewedProduct(product: number): void {
  change((viewed) => [product, ...viewed.filter((id) => id !== product)].slice(0, maxViewed));
}
