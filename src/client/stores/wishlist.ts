/** The wishlist of this device, the same in all tabs (lib/wishlist/device-wishes.ts). */
import { persistentAtom } from '@nanostores/persistent';
import { computed } from 'nanostores';
import {
  type DeviceWish,
  decodeWishes,
  encodeWishes,
  settledWishes,
  shownWishes,
  withoutWish,
  withWish,
} from '#lib/wishlist/device-wishes.ts';
import type { Wish } from '#lib/wishlist/wishes.ts';
import { local } from '../storage.ts';
import './engine.ts';

const key = 'wishlist';

export const $deviceWishes = persistentAtom<readonly DeviceWish[]>(key, [], {
  decode: decodeWishes,
  encode: encodeWishes,
});

/** What the shopper wishes for, the newest first. */
export const $wishes = computed($deviceWishes, shownWishes);

/** What the storage holds now: another tab's change may not have been heard yet. */
export function storedWishes(): readonly DeviceWish[] {
  return decodeWishes(local.get(key) ?? '');
}

/** @returns false where the list is full: then nothing has changed */
export function addWish(product: number, variant: number): boolean {
  const next = withWish(storedWishes(), { product, variant, at: Date.now() });
  if (next) $deviceWishes.set(next);
  return next !== null;
}

export function removeWish(product: number): void {
  $deviceWishes.set(withoutWish(storedWishes(), product, Date.now()));
}

/** Takes over what the account has. @param sent what was stored when it was asked */
export function settleWishes(sent: readonly DeviceWish[], account: readonly Wish[]): void {
  $deviceWishes.set(settledWishes(storedWishes(), sent, account));
}
