/** What a wishlist holds, and how two of them become one. Pure. */

/** Wishes of one list at most; of more the newest stay. */
export const maxWishlistItems = 200;

export interface WishlistItem {
  product: number;
  /** The variant that was chosen when it was wished for; 0 for none. */
  variant: number;
  /** ms UTC. */
  at: number;
}

/**
 * Two lists in one: of a product that is in both the later wish counts, and a variant that only the earlier one names is kept.
 * @returns the newest first, `maxWishlistItems` at most
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

/** Of two of one moment the higher id stands first, so that every device has the same order. */
export function newestFirst(wishes: readonly WishlistItem[]): WishlistItem[] {
  return wishes.toSorted((a, b) => b.at - a.at || b.product - a.product);
}
