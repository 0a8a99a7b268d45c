/** Sorts and merges wishlist items. Pure. */

/** Maximum number of items in a wishlist; the newest items are kept. */
export const maxWishlistItems = 200;

export interface WishlistItem {
  product: number;
  /** Id of the variant that was selected when the item was added; 0 for none. */
  variant: number;
  /** Time at which the item was added, ms UTC. */
  at: number;
}

/**
 * Merges two wishlists. For a product in both, the later item wins; if only the earlier item has a variant, that variant is kept.
 * @returns the newest items first, at most `maxWishlistItems`
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

/** Sorts items by time, newest first. At the same time, the higher product id comes first, so that every device shows the same order. */
export function newestFirst(wishes: readonly WishlistItem[]): WishlistItem[] {
  return wishes.toSorted((a, b) => b.at - a.at || b.product - a.product);
}
