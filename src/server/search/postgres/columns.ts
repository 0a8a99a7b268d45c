/** Packed products as columns that filters read. */
import type { Pricing } from '../search-index.ts';
import type { FilterColumns } from '../selection.ts';
import { eventLoopYielder } from '../yield-to-event-loop.ts';
import type { OfferedValues } from './numbered-values.ts';
import { PackedReader } from './pack.ts';

export interface ReadColumns extends FilterColumns {
  /** By slot, in the order of the runs. */
  ids: Float64Array;
}

/**
 * @param runs packed products
 * @param valuesFor is asked for values that know this number
 */
export async function readColumns(
  runs: readonly Uint8Array[],
  pricing: Pricing,
  valuesFor: (most: number) => Promise<OfferedValues>,
): Promise<{ columns: ReadColumns; values: OfferedValues }> {
  const yieldToEventLoop = eventLoopYielder();
  const bytes = runs.reduce((sum, run) => sum + run.length, 0);
  // A product has seven numbers and more, a value one byte at least.
  const most = Math.ceil(bytes / 7);
  const ids = new Float64Array(most);
  const pays = new Float64Array(most);
  const inStock = new Uint8Array(most);
  const facetStart = new Uint32Array(most);
  const soldOutStart = new Uint32Array(most);
  const facetEnd = new Uint32Array(most);
  const facets = new Uint32Array(bytes);
  let values = await valuesFor(-1);
  let size = 0;
  let end = 0;
  for (const run of runs) {
    for (const reader = new PackedReader(run); reader.next(); ) {
      const { had, soldOut, prices } = reader;
      const highest = highestOf(had, soldOut);
      if (highest >= values.offered.length) values = await valuesFor(highest);
      ids[size] = reader.id;
      inStock[size] = reader.inStock;
      pays[size] = pricing.lowest(reader.id, reader.collectionIds, prices);
      facetStart[size] = end;
      end = put(had, values, facets, end, end);
      soldOutStart[size] = end;
      end = put(soldOut, values, facets, end, facetStart[size]!);
      facetEnd[size] = end;
      size += 1;
    }
    const pause = yieldToEventLoop();
    if (pause) await pause;
  }
  const scratch = { forFits: (slots: number) => new Uint8Array(slots) };
  const columns = { size, ids, pays, inStock, facetStart, soldOutStart, facetEnd, facets, scratch };
  return { columns, values };
}

function highestOf(had: readonly number[], soldOut: readonly number[]): number {
  let highest = 0;
  for (const number of had) if (number > highest) highest = number;
  for (const number of soldOut) if (number > highest) highest = number;
  return highest;
}

/** @param from where the product's values begin: of two that are offered as one, the first counts @returns where they end now */
function put(
  numbers: readonly number[],
  { offered, isMerged }: OfferedValues,
  facets: Uint32Array,
  at: number,
  from: number,
): number {
  let end = at;
  for (const number of numbers) {
    const value = offered[number]!;
    if (isMerged && facets.subarray(from, end).includes(value)) continue;
    facets[end++] = value;
  }
  return end;
}

/** 0 to before `size`. */
export function* slotsOf({ size }: { size: number }): Generator<number> {
  for (let slot = 0; slot < size; slot += 1) yield slot;
}

/**
 * Slots that fit, by what a shopper pays, ties by slot upward.
 * @param isDown the dearest first
 */
export function byPrice({ pays, size }: ReadColumns, fits: Uint8Array, isDown: boolean): number[] {
  let dearest = 0;
  let count = 0;
  for (let slot = 0; slot < size; slot += 1) {
    if (fits[slot] === 0) continue;
    count += 1;
    if (pays[slot]! > dearest) dearest = pays[slot]!;
  }
  // Price and slot in one number: typed arrays sort many times faster without a comparison of ours.
  const factor = 2 ** Math.ceil(Math.log2(size + 1));
  const keys = new Float64Array(count);
  let at = 0;
  for (let slot = 0; slot < size; slot += 1) {
    if (fits[slot] === 1) keys[at++] = (isDown ? dearest - pays[slot]! : pays[slot]!) * factor + slot;
  }
  return Array.from(keys.sort(), (key) => key % factor);
}
