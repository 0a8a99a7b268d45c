/** Merging two wishlists, storing one on a device, and sending changes to an account (R170). */

import { describe, expect, test } from 'vitest';
import {
  type DeviceWishlistItem,
  decodeWishlist,
  encodeWishlist,
  mergeAccountItems,
  unsentChanges,
  visibleItems,
  withItem,
  withoutItem,
} from '#lib/wishlist/device-wishlist.ts';
import { maxWishlistItems, mergeWishlists, type WishlistItem } from '#lib/wishlist/wishlist-items.ts';
import { fc } from '../../../fast-check.ts';

const wish = (product: number, at: number, variant = 0): WishlistItem => ({ product, variant, at });
const stored = (product: number, state: DeviceWishlistItem['state'], at = product): DeviceWishlistItem => ({
  ...wish(product, at),
  state,
});

describe('two lists in one', () => {
  test('have everything of both, a product once, the later wish of it [R170]', () => {
    const merged = mergeWishlists([wish(1, 10, 5), wish(2, 20)], [wish(1, 30), wish(3, 20), wish(2, 5, 7)]);
    expect(merged).toEqual([wish(1, 30, 5), wish(3, 20), wish(2, 20, 7)]);
    expect(mergeWishlists([wish(1, 10, 5)], [wish(1, 30, 6)])).toEqual([wish(1, 30, 6)]);
    expect(mergeWishlists([wish(1, 30, 6)], [wish(1, 10, 5)])).toEqual([wish(1, 30, 6)]);
  });

  test('are of two hundred at most: of two full ones the newest of both [R170]', () => {
    const full = (from: number) =>
      Array.from({ length: maxWishlistItems }, (_, at) => wish(from + at, from + at));
    expect(mergeWishlists(full(1), full(101)).map(({ at }) => at)).toEqual(
      Array.from({ length: maxWishlistItems }, (_, at) => 300 - at),
    );
  });

  test('are the same, whichever comes first: of two hundred at most, the newest [R170]', () => {
    const lists = fc.array(
      fc.record({ product: fc.integer({ min: 1, max: 500 }), variant: fc.constant(0), at: fc.nat(1000) }),
      { maxLength: 400 },
    );
    fc.assert(
      fc.property(lists, lists, (one, other) => {
        const merged = mergeWishlists(one, other);
        expect(merged).toEqual(mergeWishlists(other, one));
        const products = new Set([...one, ...other].map(({ product }) => product));
        expect(merged).toHaveLength(Math.min(maxWishlistItems, products.size));
        expect(new Set(merged.map(({ product }) => product)).size).toBe(merged.length);
        const oldest = merged.at(-1)?.at ?? 0;
        const kept = new Set(merged.map(({ product }) => product));
        for (const left of [...one, ...other])
          if (!kept.has(left.product)) expect(left.at).toBeLessThanOrEqual(oldest);
      }),
    );
  });
});

describe('what a device stores', () => {
  test('is read entry by entry: what is no wish is left out, and of a product the first counts [R170]', () => {
    const list = [stored(2, 'kept', 9), stored(1, 'new')];
    expect(decodeWishlist(encodeWishlist(list))).toEqual(list);
    const spoiled = [
      ...[null, 7, {}, { ...list[0], product: 0 }, { ...list[0], variant: -1 }, { ...list[0], at: 0.5 }],
      ...[
        { ...list[0], state: 'else' },
        { ...list[0], at: '9' },
      ],
      ...[...list, stored(2, 'gone')],
    ];
    expect(decodeWishlist(JSON.stringify({ version: 1, wishes: spoiled }))).toEqual(list);
    // From a later version, the readable parts are used.
    expect(decodeWishlist(JSON.stringify({ version: 2, wishes: [{ ...list[0], note: 'x' }] }))).toMatchObject(
      [list[0]!],
    );
  });

  test.each(['', '{', 'null', '7', '[]', '{"wishes":7}', '"text"'])(
    'is nothing where %s stands there [R170]',
    (text) => {
      expect(decodeWishlist(text)).toEqual([]);
    },
  );

  test('is bounded, however much stands there [R170]', () => {
    const wishes = Array.from({ length: 3 * maxWishlistItems }, (_, at) => stored(at + 1, 'new'));
    expect(decodeWishlist(encodeWishlist(wishes))).toHaveLength(2 * maxWishlistItems);
  });

  test('takes no more than two hundred; one that is there already may change its variant [R170]', () => {
    const full = Array.from({ length: maxWishlistItems }, (_, at) => stored(at + 1, 'kept'));
    expect(withItem(full, wish(999, 1))).toBeNull();
    expect(withItem(full, wish(1, 5000, 3))?.[0]).toEqual({ ...wish(1, 5000, 3), state: 'changed' });
    expect(withItem(withoutItem(full, 7, 1), wish(999, 1))).toHaveLength(maxWishlistItems + 1);
    expect(visibleItems(withoutItem(full, 7, 1))).toHaveLength(maxWishlistItems - 1);
  });
});

describe('what an account is told', () => {
  test('is what it does not know: nothing is taken out that only this device had [R170]', () => {
    const guest = withItem([], wish(1, 10))!;
    expect(unsentChanges(guest)).toEqual({ add: [wish(1, 10)], remove: [] });
    expect(withoutItem(guest, 1, 11)).toEqual([]);
    const kept = [stored(1, 'kept')];
    expect(unsentChanges(kept)).toEqual({ add: [], remove: [] });
    const gone = withoutItem(kept, 1, 20);
    expect(unsentChanges(gone)).toEqual({ add: [], remove: [1] });
    expect(visibleItems(gone)).toEqual([]);
    expect(withoutItem(gone, 1, 30)).toEqual(gone);
    const back = withItem(gone, wish(1, 40))!;
    expect(unsentChanges(back)).toEqual({ add: [wish(1, 40)], remove: [] });
    // The account already has the item, so a second removal must be sent.
    expect(unsentChanges(withoutItem(back, 1, 50))).toEqual({ add: [], remove: [1] });
  });

  test('settles: its list, and what changed here while it was asked [R170]', () => {
    const sent = [stored(1, 'new'), stored(2, 'gone'), stored(3, 'kept'), stored(4, 'new')];
    const account = [wish(9, 90), wish(4, 4), wish(3, 3), wish(1, 1)];
    expect(mergeAccountItems(sent, sent, account)).toEqual(account.map((one) => ({ ...one, state: 'kept' })));
    // During the request: one item added, one removed while being sent, one synced item removed, one variant changed.
    const now = [
      stored(7, 'new'),
      stored(2, 'gone'),
      stored(3, 'gone', 99),
      { ...stored(4, 'new', 98), variant: 6 },
    ];
    const settled = mergeAccountItems(now, sent, account);
    expect(visibleItems(settled)).toEqual([wish(4, 98, 6), wish(9, 90), wish(7, 7)]);
    expect(unsentChanges(settled)).toEqual({ add: [wish(4, 98, 6), wish(7, 7)], remove: [3, 1] });
    expect(unsentChanges(withoutItem(settled, 4, 100)).remove).toContain(4);
  });
});
