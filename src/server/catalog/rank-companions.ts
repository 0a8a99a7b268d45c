/**
 * Ranks products to recommend for a bag: first products in a set with the bag's products, then products in the same small
 * collections. Pure.
 */

export interface CompanionCollection {
  /** Number of products in the collection, including unavailable ones. */
  size: number;
  /** Number of the bag's products that are in the collection. */
  shared: number;
  /** Number of the bag's products whose first collection is this one; the first collection describes a product best. */
  main: number;
  /** Available products of the collection, with their sales numbers. */
  products: readonly { id: number; sold: number }[];
}

/** Weight of a set. It exceeds the weight of all collections, because the merchant chose the products of the set. */
const weightOfSet = 4;

/**
 * Returns the ids of recommended products, best match first, then best-selling; without the products in the bag.
 * @param bag ids of the products in the bag
 * @param sets product ids of each set that contains a product in the bag
 */
export function rankCompanions(
  bag: readonly number[],
  sets: readonly (readonly number[])[],
  collections: readonly CompanionCollection[],
): number[] {
  const found = new Map<number, { fit: number; sold: number }>();
  const add = (id: number, fit: number, sold = 0) => {
    const before = found.get(id) ?? { fit: 0, sold: 0 };
    found.set(id, { fit: before.fit + fit, sold: Math.max(before.sold, sold) });
  };
  for (const products of sets) for (const id of products) add(id, weightOfSet);
  // The fewer products a collection has, the more closely they are related.
  for (const { size, shared, main, products } of collections)
    for (const { id, sold } of products) add(id, (shared + 2 * main) / Math.max(2, size), sold);
  for (const id of bag) found.delete(id);
  return [...found]
    .sort(([left, a], [right, b]) => b.fit - a.fit || b.sold - a.sold || left - right)
    .map(([id]) => id);
}
