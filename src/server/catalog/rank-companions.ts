/** Which products go with those of a bag: what is sold in a set with them, then what stands in the same narrow collections. Pure. */

export interface CompanionCollection {
  /** Products in the collection, those that cannot be bought among them. */
  size: number;
  /** How many products of the bag stand in it. */
  shared: number;
  /** For how many of them it is the first, the one that says what they are. */
  main: number;
  /** What can be bought of it, and how often it was. */
  products: readonly { id: number; sold: number }[];
}

/** A set says more than all collections: the merchant has put these together. */
const weightOfSet = 4;

/**
 * @param bag ids of the products that are in it
 * @param sets ids of the products of each set that one of the bag's is in
 * @returns ids without the bag's own, what fits best first; of equals what sells best
 */
export function rankCompanions(
  bag: readonly number[],
  sets: readonly (readonly number[])[],
  shelves: readonly CompanionCollection[],
): number[] {
  const found = new Map<number, { fit: number; sold: number }>();
  const add = (id: number, fit: number, sold = 0) => {
    const before = found.get(id) ?? { fit: 0, sold: 0 };
    found.set(id, { fit: before.fit + fit, sold: Math.max(before.sold, sold) });
  };
  for (const products of sets) for (const id of products) add(id, weightOfSet);
  // The fewer stand in a collection, the more it says of each.
  for (const { size, shared, main, products } of shelves)
    for (const { id, sold } of products) add(id, (shared + 2 * main) / Math.max(2, size), sold);
  for (const id of bag) found.delete(id);
  return [...found]
    .sort(([left, a], [right, b]) => b.fit - a.fit || b.sold - a.sold || left - right)
    .map(([id]) => id);
}
