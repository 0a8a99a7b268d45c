/** Products viewed on this device; stored only here. */
import { createDeviceList } from './device-list.ts';

const maxViewed = 12;

const { $list, change } = createDeviceList('recently_viewed', (stored) =>
  stored
    // Until November 2026 whole products were stored.
    .map((entry) => (entry as { id?: unknown } | null)?.id ?? entry)
    .filter((id): id is number => Number.isSafeInteger(id) && (id as number) > 0)
    .slice(0, maxViewed),
);

/** Ids of viewed products, newest first. */
export const $viewedProductIds = $list;

/** Puts a product first. */
export function addViewedProduct(product: number): void {
  change((viewed) => [product, ...viewed.filter((id) => id !== product)].slice(0, maxViewed));
}
