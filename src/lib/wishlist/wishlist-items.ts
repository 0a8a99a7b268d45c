/** Wishlist items, and merging two lists. Pure. */

/** Maximum number of items in a list; the newest are kept. */
export const maxWishlistItems = 200;

export interface WishlistItem {
  product: number;
  /** The variant selected when the item was added; 0 for none. */
  variant: number;
  /** ms UTC. */
  at: number;
}

/**
 * Merges two lists: for a product in both, the later item wins; a variant that only the earlier one has is kept.
 * @returns the newest first, at most `maxWishlistItems`
 */
export function mergeWishlists(one: readonly WishlistItem[], other: readonly WishlistItem[]): WishlistItem[] {
  const merged = new Map<number, WishlistItem>();
  for (const wish of [...one, ...other]) {
    const existing = merged.get(wish.product);
    if (!existing) merged.set(wish.product, wish);
    else {
      const [later, earlier] = wish.at >= existing.at ? [wish, existing] : [existing, wish];
      merged.set(wish.product, { ...later, variant: later.variant || earlier.variant });
    }
  }
  return newestFirst([...merged.values()]).slice(0, maxWishlistItems);
}

/** Sorts the newest first; at the same time the higher id is first, so that every device shows the same order. */
export function newestFirst(wishes: readonly WishlistItem[]): WishlistItem[] {
  return wishes.toSorted((a, b) => b.at - a.at || b.product - a.product);
}
