/** Cuts one page out of the results without sorting the other pages. Pure. */

/**
 * Returns a page of a list that is already in order.
 * @param ordered all slots, in order
 * @param fits by slot, 1 for listed products
 * @param total number of listed products
 * @returns slots
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
 * Returns a page of a list by rank, highest first, equal ranks by id.
 * @param byId all slots, by ascending id
 * @param ranks by slot, below `ranksEnd`
 * @returns slots
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
  // Position of the next product of each rank in the whole list.
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
