/** Products viewed on this device; stored only here. */
import { deviceList } from './device-list.ts';

const maxViewed = 12;

const { $list, change } = deviceList('recently_viewed', (stored) =>
  stored
    // Until November 2026 whole products were stored.
    .map((entry) => (entry as { id?: unknown } | null)?.id ?? entry)
    .filter((id): id is number => Number.isSafeInteger(id) && (id as number) > 0)
    .slice(0, maxViewed),
);

/** Ids of viewed products, newest first. */
export const $viewed = $list;

/** Puts a product first. */
export function rememberViewed(product: number): void {
  change((viewed) => [product, ...viewed.filter((id) => id !== product)].slice(0, maxViewed));
}
