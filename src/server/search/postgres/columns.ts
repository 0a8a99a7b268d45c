/** Packed products as columns that filters read. */
import type { Pricing } from '../search-index.ts';
import type { FilterColumns } from '../selection.ts';
import { eventLoopYielder } from '../yield-to-event-loop.ts';
import type { OfferedValues } from './numbered-values.ts';

export interface ReadColumns extends FilterColumns {
  /** By slot, in the order of the runs. */
  ids: Float64Array;
}

/** Numbers of a product before its lists: id, stock and the lengths of prices, values that it has, values sold out, collections. */
const headLength = 6;
const leastBytes = 7;

/** Bytes of most products; columns grow where they are shorter. */
const usualBytes = 20;

/** Products read between two looks at the clock. */
const piece = 4096;

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
  const decoder = new Decoder(bytes, pricing);
  let values = await valuesFor(-1);
  for (const run of runs) {
    for (let at = 0; at < run.length; ) {
      at = decoder.take(run, at, values);
      if (at < 0) {
        // A value that is newer than what this process knew.
        at = -at - 1;
        values = await valuesFor(decoder.missing);
      }
      const pause = yieldToEventLoop();
      if (pause) await pause;
    }
  }
  return { columns: decoder.columns, values };
}

class Decoder {
  readonly #pricing: Pricing;
  readonly #isPlain: boolean;
  /** Of the product at hand. */
  #numbers = new Float64Array(256);
  #room: number;
  #size = 0;
  #end = 0;
  #ids: Float64Array;
  #pays: Float64Array;
  #inStock: Uint8Array;
  #facetStart: Uint32Array;
  #soldOutStart: Uint32Array;
  #facetEnd: Uint32Array;
  #facets: Uint32Array;
  /** The value that was not known. */
  missing = 0;

  constructor(bytes: number, pricing: Pricing) {
    this.#pricing = pricing;
    this.#isPlain = pricing.state === '';
    this.#room = Math.ceil(bytes / usualBytes) + piece;
    this.#ids = new Float64Array(this.#room);
    this.#pays = new Float64Array(this.#room);
    this.#inStock = new Uint8Array(this.#room);
    this.#facetStart = new Uint32Array(this.#room);
    this.#soldOutStart = new Uint32Array(this.#room);
    this.#facetEnd = new Uint32Array(this.#room);
    this.#facets = new Uint32Array(Math.ceil(bytes / 2) + piece);
  }

  get columns(): ReadColumns {
    return {
      size: this.#size,
      ids: this.#ids,
      pays: this.#pays,
      inStock: this.#inStock,
      facetStart: this.#facetStart,
      soldOutStart: this.#soldOutStart,
      facetEnd: this.#facetEnd,
      facets: this.#facets,
      scratch: { forFits: (slots) => new Uint8Array(slots) },
    };
  }

  /**
   * Takes some products in. The numbers are read here and not by a function: calling it would cost more than all the rest.
   * @returns where the next one begins; below 0, -1 and less, where one begins that has an unknown value
   */
  take(run: Uint8Array, from: number, { offered, isMerged }: OfferedValues): number {
    this.#widen(run.length - from);
    const facets = this.#facets;
    const last = Math.min(run.length, from + piece * leastBytes);
    let at = from;
    while (at < last) {
      const start = at;
      let numbers = this.#numbers;
      let count = headLength;
      for (let read = 0; read < count; read += 1) {
        let number = run[at++]!;
        if (number > 127) {
          number -= 128;
          for (let factor = 128; ; factor *= 128) {
            const byte = run[at++]!;
            number += (byte & 127) * factor;
            if (byte < 128) break;
          }
        }
        numbers[read] = number;
        if (read !== headLength - 1) continue;
        count += numbers[2]! + numbers[3]! + numbers[4]! + numbers[5]!;
        if (count > numbers.length) numbers = this.#numbers = wider(numbers, count * 2);
      }
      const values = headLength + numbers[2]!;
      const soldOut = values + numbers[3]!;
      const collections = soldOut + numbers[4]!;
      const size = this.#size;
      let end = this.#end;
      this.#facetStart[size] = end;
      this.#soldOutStart[size] = end;
      for (let value = values; value < collections; value += 1) {
        if (value === soldOut) this.#soldOutStart[size] = end;
        const known = offered[numbers[value]!];
        if (known === undefined) {
          this.missing = numbers[value]!;
          return -start - 1;
        }
        // Of two values that are offered as one, the first counts.
        if (isMerged && facets.subarray(this.#facetStart[size], end).includes(known)) continue;
        facets[end++] = known;
      }
      if (soldOut === collections) this.#soldOutStart[size] = end;
      this.#facetEnd[size] = end;
      this.#end = end;
      this.#ids[size] = numbers[0]!;
      this.#inStock[size] = numbers[1]!;
      this.#pays[size] = this.#isPlain
        ? lowestOf(numbers, headLength, values)
        : this.#pricing.lowest(
            numbers[0]!,
            [...numbers.subarray(collections, count)],
            [...numbers.subarray(headLength, values)],
          );
      this.#size = size + 1;
    }
    return at;
  }

  /** Makes room for as many products as one piece of so many bytes can hold. */
  #widen(bytes: number): void {
    const products = Math.min(piece + 1, Math.ceil(bytes / leastBytes));
    const needed = this.#size + products;
    if (needed > this.#room) {
      this.#room = Math.ceil(needed * 1.5);
      this.#ids = wider(this.#ids, this.#room);
      this.#pays = wider(this.#pays, this.#room);
      this.#inStock = wider(this.#inStock, this.#room);
      this.#facetStart = wider(this.#facetStart, this.#room);
      this.#soldOutStart = wider(this.#soldOutStart, this.#room);
      this.#facetEnd = wider(this.#facetEnd, this.#room);
    }
    if (this.#end + bytes > this.#facets.length) {
      this.#facets = wider(this.#facets, Math.ceil((this.#end + bytes) * 1.5));
    }
  }
}

function wider<Column extends Float64Array | Uint8Array | Uint32Array>(
  column: Column,
  length: number,
): Column {
  const made = new (column.constructor as new (length: number) => Column)(length);
  made.set(column);
  return made;
}

function lowestOf(numbers: Float64Array, from: number, to: number): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = from; at < to; at += 1) if (numbers[at]! < lowest) lowest = numbers[at]!;
  return lowest;
}

/** 0 to before `size`. */
export function slotsOf({ size }: { size: number }): Uint32Array {
  const slots = new Uint32Array(size);
  for (let slot = 0; slot < size; slot += 1) slots[slot] = slot;
  return slots;
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
