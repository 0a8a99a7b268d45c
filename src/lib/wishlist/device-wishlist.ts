/**
 * The wishlist as a device stores it: wishes with what the account knows of them, so that what changes without a login, or
 * without a network, is told to the account later. Pure.
 */
import { readJson } from '../storage/device-storage.ts';
import { maxWishlistItems, newestFirst, type WishlistItem } from './wishlist-items.ts';

/** `new`: no account knows of it. `kept`: the account has it. `changed`: it has an earlier wish of it. `gone`: it is to be taken out there too. */
const states = ['new', 'kept', 'changed', 'gone'] as const;

export interface DeviceWishlistItem extends WishlistItem {
  state: (typeof states)[number];
}

/** What the account is told. */
export interface WishlistChanges {
  add: WishlistItem[];
  /** Ids of products. */
  remove: number[];
}

/** Of what is stored. A later one migrates what this one wrote. */
const version = 1;
/** Entries read at most: a full list, and as many taken out of it before. */
const mostStored = 2 * maxWishlistItems;

/** Reads what is stored: entry by entry what is sound, of a version to come as well; nothing where it is something else. */
export function decodeWishlist(text: string): readonly DeviceWishlistItem[] {
  const stored = readJson(text) as { wishes?: unknown } | null;
  const wishes = stored?.wishes;
  if (!Array.isArray(wishes)) return [];
  const byProduct = new Map<number, DeviceWishlistItem>();
  for (const wish of wishes)
    if (isWish(wish) && !byProduct.has(wish.product)) byProduct.set(wish.product, wish);
  return [...byProduct.values()].slice(0, mostStored);
}

export function encodeWishlist(wishes: readonly DeviceWishlistItem[]): string {
  return JSON.stringify({ version, wishes });
}

/** The list as the shopper sees it, the newest first. */
export function shownItems(stored: readonly DeviceWishlistItem[]): WishlistItem[] {
  const shown = stored.filter(({ state }) => state !== 'gone');
  return newestFirst(shown.map(({ product, variant, at }) => ({ product, variant, at })));
}

/** @returns the list with the wish, null where it is full */
export function withItem(
  stored: readonly DeviceWishlistItem[],
  wish: WishlistItem,
): DeviceWishlistItem[] | null {
  const others = stored.filter(({ product }) => product !== wish.product);
  if (shownItems(others).length >= maxWishlistItems) return null;
  const before = stored.find(({ product }) => product === wish.product);
  return [{ ...wish, state: !before || before.state === 'new' ? 'new' : 'changed' }, ...others];
}

/**
 * The list without a product. What no account knows of is simply not there any more: at a login it takes nothing out.
 * @param at when it was taken out, ms UTC
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

/** What the account is still to be told. */
export function unsentChanges(stored: readonly DeviceWishlistItem[]): WishlistChanges {
  return {
    add: shownItems(stored.filter(({ state }) => state === 'new' || state === 'changed')),
    remove: stored.filter(({ state }) => state === 'gone').map(({ product }) => product),
  };
}

/**
 * The list after the account has answered: what it has, and what changed here while it was asked.
 * @param sent what was stored when it was asked
 */
export function settledItems(
  stored: readonly DeviceWishlistItem[],
  sent: readonly DeviceWishlistItem[],
  account: readonly WishlistItem[],
): DeviceWishlistItem[] {
  const keyOf = ({ product, at, state }: DeviceWishlistItem) => `${product} ${at} ${state}`;
  const wasSent = new Set(sent.map(keyOf));
  const here = new Set(stored.map(({ product }) => product));
  const since = stored
    .filter((wish) => wish.state !== 'kept' && !wasSent.has(keyOf(wish)))
    // The account has heard of it by now.
    .map(
      (wish): DeviceWishlistItem =>
        wish.state === 'new' && wasSentOf(sent, wish) ? { ...wish, state: 'changed' } : wish,
    );
  const takenOut = sent
    .filter(({ product, state }) => state === 'new' && !here.has(product))
    .map((wish): DeviceWishlistItem => ({ ...wish, state: 'gone' }));
  const changed = new Set([...since, ...takenOut].map(({ product }) => product));
  const unchanged = account.filter(({ product }) => !changed.has(product));
  return [
    ...since,
    ...takenOut,
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
