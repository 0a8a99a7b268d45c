/**
 * What filters and prices need of a product, as bytes: numbers of seven bits a byte, the lowest first. A hundred thousand products
 * are read for one answer, and as rows of columns they would take ten times as long. Pure.
 */

/** Facet values are numbers of `search_values`. */
export interface PackedProduct {
  id: number;
  inStock: boolean;
  /** Minor units. */
  prices: readonly number[];
  had: readonly number[];
  /** Values that no variant for sale has. */
  soldOut: readonly number[];
  collectionIds: readonly number[];
}

export function pack({ id, inStock, prices, had, soldOut, collectionIds }: PackedProduct): Buffer {
  const lists = [prices, had, soldOut, collectionIds];
  const numbers = [id, inStock ? 1 : 0, ...lists.map((list) => list.length), ...lists.flat()];
  const bytes: number[] = [];
  for (let number of numbers) {
    for (; number > 127; number = Math.floor(number / 128)) bytes.push((number % 128) + 128);
    bytes.push(number);
  }
  return Buffer.from(bytes);
}

/** Reads products one after the other; what it hands out is good until the next one is read. */
export class PackedReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** Where the product that was read last begins and ends. */
  start = 0;
  end = 0;
  id = 0;
  inStock = 0;
  readonly prices: number[] = [];
  readonly had: number[] = [];
  readonly soldOut: number[] = [];
  readonly collectionIds: number[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** @returns false at the end */
  next(): boolean {
    if (this.#at >= this.#bytes.length) return false;
    this.start = this.#at;
    this.id = this.#number();
    this.inStock = this.#number();
    this.prices.length = this.#number();
    this.had.length = this.#number();
    this.soldOut.length = this.#number();
    this.collectionIds.length = this.#number();
    this.#fill(this.prices);
    this.#fill(this.had);
    this.#fill(this.soldOut);
    this.#fill(this.collectionIds);
    this.end = this.#at;
    return true;
  }

  #fill(list: number[]): void {
    for (let at = 0; at < list.length; at += 1) list[at] = this.#number();
  }

  #number(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.#at++]!;
    if (byte < 128) return byte;
    let number = byte - 128;
    for (let factor = 128; ; factor *= 128) {
      byte = bytes[this.#at++]!;
      if (byte < 128) return number + byte * factor;
      number += (byte - 128) * factor;
    }
  }
}

/**
 * Puts products into a run of packed ones that stands in order of id, and takes others out.
 * @param changes by id: what stands there from now on; null for nothing
 * @returns the products in order, each packed
 */
export function merged(
  run: Uint8Array,
  changes: ReadonlyMap<number, Buffer | null>,
): { id: number; bytes: Uint8Array }[] {
  const products: { id: number; bytes: Uint8Array }[] = [];
  for (const reader = new PackedReader(run); reader.next(); ) {
    if (!changes.has(reader.id))
      products.push({ id: reader.id, bytes: run.subarray(reader.start, reader.end) });
  }
  for (const [id, bytes] of changes) if (bytes) products.push({ id, bytes });
  return products.sort((a, b) => a.id - b.id);
}
