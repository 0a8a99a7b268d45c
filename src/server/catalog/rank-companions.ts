/** Ranks products that go with a bag: those in a set with its products, then those in its narrow collections. Pure. */

export interface CompanionCollection {
  /** Products in the collection, including unavailable ones. */
  size: number;
  /** Number of the bag's products in it. */
  shared: number;
  /** Number of the bag's products whose first collection it is; the first describes a product best. */
  main: number;
  /** Its available products, with their sales. */
  products: readonly { id: number; sold: number }[];
}

/** A set counts more than all collections: the merchant chose its products. */
const weightOfSet = 4;

/**
 * Returns product ids without the bag's own, best fit first, then best-selling.
 * @param bag ids of the products in it
 * @param sets product ids of each set that contains a product of the bag
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
  // The fewer products a collection has, the more it says about each.
  for (const { size, shared, main, products } of collections)
    for (const { id, sold } of products) add(id, (shared + 2 * main) / Math.max(2, size), sold);
  for (const id of bag) found.delete(id);
  return [...found]
    .sort(([left, a], [right, b]) => b.fit - a.fit || b.sold - a.sold || left - right)
    .map(([id]) => id);
}
