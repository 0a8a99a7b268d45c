/** Returns one page of the results without sorting the other pages. Pure. */

/**
 * Returns one page of a list that is already sorted.
 * @param ordered all slots in sort order
 * @param fits indexed by slot: 1 for products in the list
 * @param total number of products in the list
 * @returns the slots of the page
 */
export function paginateOrdered(
  ordered: readonly number[],
  fits: Uint8Array,
  total: number,
  from: number,
  size: number,
): number[] {
  const page: number[] = [];
  if (from >= total) return page;
  let passed = 0;
  for (const slot of ordered) {
    if (fits[slot] === 0) continue;
    if (passed >= from) page.push(slot);
    passed += 1;
    if (page.length === size || passed === total) break;
  }
  return page;
}

/**
 * Returns one page of a list sorted by rank, highest first. Equal ranks are sorted by id.
 * @param byId all slots in ascending order of product id
 * @param ranks indexed by slot; each rank is below `ranksEnd`
 * @returns the slots of the page
 */
export function paginateByRank(
  byId: readonly number[],
  ranks: Uint16Array,
  ranksEnd: number,
  fits: Uint8Array,
  from: number,
  size: number,
): number[] {
  const counts = new Uint32Array(ranksEnd);
  for (const slot of byId) if (fits[slot] === 1) counts[ranks[slot]!]! += 1;
  // For each rank, the position that the next product with this rank gets in the complete sorted list.
  const places = new Uint32Array(ranksEnd);
  let next = 0;
  for (let rank = ranksEnd - 1; rank >= 0; rank -= 1) {
    places[rank] = next;
    next += counts[rank]!;
  }
  const page: number[] = [];
  for (const slot of byId) {
    if (fits[slot] === 0) continue;
    const place = places[ranks[slot]!]!++;
    if (place >= from && place < from + size) page[place - from] = slot;
  }
  return page;
}
