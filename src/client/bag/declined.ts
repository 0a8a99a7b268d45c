/**
 * Gifts and coupons that the shopper removed in this session (R63). Each tab stores its own list; the stored bag shares the entries
 * with other tabs.
 */

import { changeBag } from '#client/bag/store.ts';
import type { Bag } from '#lib/bag/bag-codec.ts';
import { swapGifts, withoutDeclinedEntry } from '#lib/bag/gifts.ts';
import { declinedGiftKey, giftKey, isGift, type Line, type NewLine } from '#lib/bag/line.ts';
import { randomId } from '#lib/random-id.ts';
import { parseStoredJson } from '#lib/storage/device-storage.ts';
import { safeSessionStorage } from '../stores/storage.ts';

export interface DeclinedList {
  list(): string[];
  add(key: string): void;
  /** Removes one entry with this key, because the shopper has added the gift or coupon again. */
  remove(key: string): void;
}

function declined(storageKey: string): DeclinedList {
  const list = (): string[] => {
    const stored = parseStoredJson(safeSessionStorage.get(storageKey));
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string') : [];
  };
  const save = (entries: string[]) => safeSessionStorage.set(storageKey, JSON.stringify(entries.slice(-50)));
  return {
    list,
    add: (key) => save([...list(), key]),
    remove(key) {
      const entries = list();
      const at = entries.indexOf(key);
      if (at >= 0) save(entries.toSpliced(at, 1));
    },
  };
}

/** Declined gifts, one entry per deleted bag line. */
export const declinedGifts = declined('gift_declined');
export const declinedCoupons = declined('coupon_declined');

/** How long entries from other tabs apply, ms: about the length of a visit. A tab's own entries apply until the tab closes. */
export const declineLifetime = 3_600_000;

/**
 * Returns the keys of gifts or coupons that must not be added automatically. An entry declined both in this tab and in another one
 * counts once.
 * @param bag contains the entries of other tabs
 * @param now ms UTC
 */
export function getDeclinedKeys(bag: Bag, kind: 'gift' | 'coupon', now: number): string[] {
  const tabEntries = (kind === 'gift' ? declinedGifts : declinedCoupons).list();
  const entries = bag.declined.flatMap((entry) => {
    const [, at, of, key] = /^(\d+) (\w+) (.+)$/.exec(entry) ?? [];
    return of === kind && now - Number(at) < declineLifetime ? key! : [];
  });
  return [...tabEntries, ...subtractEntries(entries, tabEntries)];
}

/** Returns `entries` with one occurrence removed for each entry of `others` (multiset difference). */
export function subtractEntries(entries: readonly string[], others: readonly string[]): string[] {
  const remaining = [...others];
  return entries.filter((entry) => {
    const at = remaining.indexOf(entry);
    if (at >= 0) remaining.splice(at, 1);
    return at < 0;
  });
}

/** Records a deleted line as declined if the line is a gift. */
export function declineGift(line: Line): void {
  if (isGift(line)) declinedGifts.add(giftKey(line.extend_params.giftDiscountId, line.sku_id));
}

/** Adds a gift that the shopper chose. Gifts do not count towards the bag's unit limit, so a full bag accepts them (R14). */
export function acceptGift(line: NewLine): void {
  declinedGifts.remove(giftKey(line.extend_params?.giftDiscountId, line.sku_id));
  changeBag(
    withoutDeclinedEntry(
      swapGifts([], () => [line], randomId),
      declinedGiftKey(line),
    ),
  );
}
