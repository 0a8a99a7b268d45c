/**
 * The wishlist in browser storage: its items have a sync state, so that changes made without a login or offline reach the account later.
 * Pure.
 */
import { parseStoredJson } from '../storage/device-storage.ts';
import { maxWishlistItems, newestFirst, type WishlistItem } from './wishlist-items.ts';

/**
 * Sync states of an item. `new`: not in the account. `kept`: in the account. `changed`: the account has an older version. `gone`: deleted
 * here, but not yet from the account.
 */
const states = ['new', 'kept', 'changed', 'gone'] as const;

export interface DeviceWishlistItem extends WishlistItem {
  state: (typeof states)[number];
}

/** Changes to send to the account's wishlist. */
export interface WishlistChanges {
  add: WishlistItem[];
  /** Ids of the removed products. */
  remove: number[];
}

/** Version of the storage format. A newer version must migrate older data. */
const version = 1;
/** Maximum number of entries that are read: a full wishlist, and as many deleted items. */
const maxStoredItems = 2 * maxWishlistItems;

/**
 * Parses the stored wishlist, even if a newer format version wrote it. Drops invalid entries; returns an empty list if the JSON has no item
 * list.
 */
export function decodeWishlist(text: string): readonly DeviceWishlistItem[] {
  const stored = parseStoredJson(text) as { wishes?: unknown } | null;
  const wishes = stored?.wishes;
  if (!Array.isArray(wishes)) return [];
  const byProduct = new Map<number, DeviceWishlistItem>();
  for (const wish of wishes)
    if (isWish(wish) && !byProduct.has(wish.product)) byProduct.set(wish.product, wish);
  return [...byProduct.values()].slice(0, maxStoredItems);
}

export function encodeWishlist(wishes: readonly DeviceWishlistItem[]): string {
  return JSON.stringify({ version, wishes });
}

/** Returns the items that have not been deleted, newest first. */
export function visibleItems(stored: readonly DeviceWishlistItem[]): WishlistItem[] {
  const shown = stored.filter(({ state }) => state !== 'gone');
  return newestFirst(shown.map(({ product, variant, at }) => ({ product, variant, at })));
}

/** Adds an item to the wishlist. @returns the new list; null if the wishlist is full */
export function withItem(
  stored: readonly DeviceWishlistItem[],
  wish: WishlistItem,
): DeviceWishlistItem[] | null {
  const others = stored.filter(({ product }) => product !== wish.product);
  if (visibleItems(others).length >= maxWishlistItems) return null;
  const before = stored.find(({ product }) => product === wish.product);
  return [{ ...wish, state: !before || before.state === 'new' ? 'new' : 'changed' }, ...others];
}

/**
 * Returns the list without a product. An item that is not in any account is dropped immediately, so that a later login does not delete that
 * product from the account.
 * @param at time of the deletion, ms UTC
 */
export function withoutItem(
  stored: readonly DeviceWishlistItem[],
  product: number,
  at: number,
): DeviceWishlistItem[] {
  return stored.flatMap((wish): DeviceWishlistItem[] => {
    if (wish.product !== product || wish.state === 'gone') return [wish];
    return wish.state === 'new' ? [] : [{ ...wish, at, state: 'gone' }];
  });
}

/** Returns the changes that the account has not received yet. */
export function unsentChanges(stored: readonly DeviceWishlistItem[]): WishlistChanges {
  return {
    add: visibleItems(stored.filter(({ state }) => state === 'new' || state === 'changed')),
    remove: stored.filter(({ state }) => state === 'gone').map(({ product }) => product),
  };
}

/**
 * Returns the list after the account's response: the account's items, plus changes made on this device during the request.
 * @param sent the stored list at the time of the request
 */
export function mergeAccountItems(
  stored: readonly DeviceWishlistItem[],
  sent: readonly DeviceWishlistItem[],
  account: readonly WishlistItem[],
): DeviceWishlistItem[] {
  const keyOf = ({ product, at, state }: DeviceWishlistItem) => `${product} ${at} ${state}`;
  const wasSent = new Set(sent.map(keyOf));
  const here = new Set(stored.map(({ product }) => product));
  const since = stored
    .filter((wish) => wish.state !== 'kept' && !wasSent.has(keyOf(wish)))
    // If the product was sent as new, the account already contains an older version of the item.
    .map(
      (wish): DeviceWishlistItem =>
        wish.state === 'new' && wasSentOf(sent, wish) ? { ...wish, state: 'changed' } : wish,
    );
  const removedItems = sent
    .filter(({ product, state }) => state === 'new' && !here.has(product))
    .map((wish): DeviceWishlistItem => ({ ...wish, state: 'gone' }));
  const changed = new Set([...since, ...removedItems].map(({ product }) => product));
  const unchanged = account.filter(({ product }) => !changed.has(product));
  return [
    ...since,
    ...removedItems,
    ...unchanged.map((wish): DeviceWishlistItem => ({ ...wish, state: 'kept' })),
  ];
}

function wasSentOf(sent: readonly DeviceWishlistItem[], { product }: WishlistItem): boolean {
  return sent.some((wish) => wish.product === product);
}

function isWish(entry: unknown): entry is DeviceWishlistItem {
  const { product, variant, at, state } = (entry ?? {}) as Record<string, unknown>;
  return (
    isCount(product) &&
    product > 0 &&
    isCount(variant) &&
    isCount(at) &&
    states.some((candidate) => candidate === state)
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
