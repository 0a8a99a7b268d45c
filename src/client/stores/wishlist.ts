/** The wishlist of this device, shared by all tabs (lib/wishlist/device-wishlist.ts). */
import { persistentAtom } from '@nanostores/persistent';
import { computed } from 'nanostores';
import {
  type DeviceWishlistItem,
  decodeWishlist,
  encodeWishlist,
  mergeAccountItems,
  visibleItems,
  withItem,
  withoutItem,
} from '#lib/wishlist/device-wishlist.ts';
import type { WishlistItem } from '#lib/wishlist/wishlist-items.ts';
import { safeLocalStorage } from './storage.ts';
import './engine.ts';

const key = 'wishlist';

export const $deviceWishlist = persistentAtom<readonly DeviceWishlistItem[]>(key, [], {
  decode: decodeWishlist,
  encode: encodeWishlist,
});

/** The visible wishlist items, newest first. */
export const $wishlist = computed($deviceWishlist, visibleItems);

/** Returns the wishlist in storage, because another tab's change may not have reached the store yet. */
export function storedWishlist(): readonly DeviceWishlistItem[] {
  return decodeWishlist(safeLocalStorage.get(key) ?? '');
}

/** Adds an item. @returns false if the wishlist is full; it is then unchanged */
export function addToWishlist(product: number, variant: number): boolean {
  const next = withItem(storedWishlist(), { product, variant, at: Date.now() });
  if (next) $deviceWishlist.set(next);
  return next !== null;
}

export function removeFromWishlist(product: number): void {
  $deviceWishlist.set(withoutItem(storedWishlist(), product, Date.now()));
}

/** Merges the account's wishlist into this device's. @param sent this device's wishlist at the time of the request */
export function mergeWishlist(sent: readonly DeviceWishlistItem[], account: readonly WishlistItem[]): void {
  $deviceWishlist.set(mergeAccountItems(storedWishlist(), sent, account));
}
