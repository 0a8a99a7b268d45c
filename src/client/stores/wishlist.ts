/** The wishlist of this device, the same in all tabs (lib/wishlist/device-wishlist.ts). */
import { persistentAtom } from '@nanostores/persistent';
import { computed } from 'nanostores';
import {
  type DeviceWishlistItem,
  decodeWishlist,
  encodeWishlist,
  settledItems,
  shownItems,
  withItem,
  withoutItem,
} from '#lib/wishlist/device-wishlist.ts';
import type { WishlistItem } from '#lib/wishlist/wishlist-items.ts';
import { local } from './storage.ts';
import './engine.ts';

const key = 'wishlist';

export const $deviceWishlist = persistentAtom<readonly DeviceWishlistItem[]>(key, [], {
  decode: decodeWishlist,
  encode: encodeWishlist,
});

/** What the shopper wishes for, the newest first. */
export const $wishlist = computed($deviceWishlist, shownItems);

/** What the storage holds now: another tab's change may not have been heard yet. */
export function storedWishlist(): readonly DeviceWishlistItem[] {
  return decodeWishlist(local.get(key) ?? '');
}

/** @returns false where the list is full: then nothing has changed */
export function addToWishlist(product: number, variant: number): boolean {
  const next = withItem(storedWishlist(), { product, variant, at: Date.now() });
  if (next) $deviceWishlist.set(next);
  return next !== null;
}

export function removeFromWishlist(product: number): void {
  $deviceWishlist.set(withoutItem(storedWishlist(), product, Date.now()));
}

/** Takes over what the account has. @param sent what was stored when it was asked */
export function settleWishlist(sent: readonly DeviceWishlistItem[], account: readonly WishlistItem[]): void {
  $deviceWishlist.set(settledItems(storedWishlist(), sent, account));
}
