/**
 * What the shopper does not want again in this session (R63): gifts that were deleted, coupons that were taken away. Each tab has
 * a list of its own; the bag tells the others of it.
 */

import { changeBag } from '#client/bag/store.ts';
import type { Bag } from '#lib/bag/bag-codec.ts';
import { swapGifts, wanting } from '#lib/bag/gifts.ts';
import { declinedGiftKey, giftKey, isGift, type Line, type NewLine } from '#lib/bag/line.ts';
import { randomId } from '#lib/random-id.ts';
import { readJson } from '#lib/storage/device-storage.ts';
import { session } from '../stores/storage.ts';

export interface DeclinedList {
  list(): string[];
  add(key: string): void;
  /** Wanted again: one of the entries goes. */
  remove(key: string): void;
}

function declined(storageKey: string): DeclinedList {
  const list = (): string[] => {
    const stored = readJson(session.get(storageKey));
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string') : [];
  };
  const save = (entries: string[]) => session.set(storageKey, JSON.stringify(entries.slice(-50)));
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

/** One entry for each line that was deleted. */
export const declinedGifts = declined('gift_declined');
export const declinedCoupons = declined('coupon_declined');

/** So long a tab minds what another one has declined, ms: about a visit. In its own tab that counts for the session. */
export const declineLifetime = 3_600_000;

/**
 * What is not to come by itself: declined in this tab, or in whichever tab a while ago. What is in both was declined once.
 * @param bag tells of the other tabs
 * @param now ms
 */
export function declinedIn(bag: Bag, kind: 'gift' | 'coupon', now: number): string[] {
  const ownEntries = (kind === 'gift' ? declinedGifts : declinedCoupons).list();
  const entries = bag.declined.flatMap((entry) => {
    const [, at, of, key] = /^(\d+) (\w+) (.+)$/.exec(entry) ?? [];
    return of === kind && now - Number(at) < declineLifetime ? key! : [];
  });
  return [...ownEntries, ...without(entries, ownEntries)];
}

/** `entries` less one for each of `others`. */
export function without(entries: readonly string[], others: readonly string[]): string[] {
  const remaining = [...others];
  return entries.filter((entry) => {
    const at = remaining.indexOf(entry);
    if (at >= 0) remaining.splice(at, 1);
    return at < 0;
  });
}

/** Remembers that the shopper deleted this line, if it is a gift. */
export function declineGift(line: Line): void {
  if (isGift(line)) declinedGifts.add(giftKey(line.extend_params.giftDiscountId, line.sku_id));
}

/** Puts a gift the shopper chose into the bag; gifts are no pieces, a full bag takes them too (R14). */
export function acceptGift(line: NewLine): void {
  declinedGifts.remove(giftKey(line.extend_params?.giftDiscountId, line.sku_id));
  changeBag(
    wanting(
      swapGifts([], () => [line], randomId),
      declinedGiftKey(line),
    ),
  );
}
