/** What a wishlist holds, and how two of them become one. Pure. */

/** Wishes of one list at most; of more the newest stay. */
export const mostWishes = 200;

export interface Wish {
  product: number;
  /** The variant that was chosen when it was wished for; 0 for none. */
  variant: number;
  /** ms UTC. */
  at: number;
}

/**
 * Two lists in one: of a product that is in both the later wish counts, and a variant that only the earlier one names is kept.
 * @returns the newest first, `mostWishes` at most
 */
export function mergeWishes(one: readonly Wish[], other: readonly Wish[]): Wish[] {
  const merged = new Map<number, Wish>();
  for (const wish of [...one, ...other]) {
    const known = merged.get(wish.product);
    if (!known) merged.set(wish.product, wish);
    else {
      const [later, earlier] = wish.at >= known.at ? [wish, known] : [known, wish];
      merged.set(wish.product, { ...later, variant: later.variant || earlier.variant });
    }
  }
  return newestFirst([...merged.values()]).slice(0, mostWishes);
}

/** Of two of one moment the higher id stands first, so that every device has the same order. */
export function newestFirst(wishes: readonly Wish[]): Wish[] {
  return wishes.toSorted((a, b) => b.at - a.at || b.product - a.product);
}
