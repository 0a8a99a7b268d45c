/**
 * Stores the products of the search index by slot, in typed arrays: a query reads up to 100,000 products, and reading that many
 * separate objects from memory would be slow.
 */
import type { IndexedProduct } from './indexed-product.ts';

/**
 * Arrays that consecutive queries reuse. New arrays for each query would take a megabyte outside the heap, and every few dozen
 * queries, V8 would block requests with a full garbage collection.
 */
class Scratch {
  #size = 0;
  #sums = new Float32Array(0);
  #best = new Float32Array(0);
  #counts = new Uint16Array(0);
  #calling = new Uint16Array(0);
  #called = new Uint16Array(0);
  #ranks = new Uint16Array(0);
  #fits = new Uint8Array(0);

  /** Returns zeroed arrays with at least `slots` elements, to find and rank products. Valid until the next query. */
  forHits(slots: number) {
    this.#reach(slots);
    const columns = {
      sums: this.#sums,
      best: this.#best,
      counts: this.#counts,
      calling: this.#calling,
      called: this.#called,
      ranks: this.#ranks,
    };
    for (const column of Object.values(columns)) column.fill(0);
    return columns;
  }

  /** Returns a zeroed array indexed by slot, for filter results. Valid until the next query. */
  forFits(slots: number): Uint8Array {
    this.#reach(slots);
    return this.#fits.fill(0);
  }

  #reach(slots: number): void {
    if (slots <= this.#size) return;
    this.#size = Math.max(1024, Math.ceil(slots * 1.25));
    this.#sums = new Float32Array(this.#size);
    this.#best = new Float32Array(this.#size);
    this.#counts = new Uint16Array(this.#size);
    this.#calling = new Uint16Array(this.#size);
    this.#called = new Uint16Array(this.#size);
    this.#ranks = new Uint16Array(this.#size);
    this.#fits = new Uint8Array(this.#size);
  }
}

export class ProductColumns {
  readonly items: (IndexedProduct | undefined)[] = [];
  readonly scratch = new Scratch();
  /** Lowest current price of each product, including one-price promotions; minor units. */
  pays = new Float64Array(1024);
  inStock = new Uint8Array(1024);
  /** The facet values of a slot are `facets[facetStart..facetEnd)`; those from `soldOutStart` on are sold out. */
  facetStart = new Uint32Array(1024);
  soldOutStart = new Uint32Array(1024);
  facetEnd = new Uint32Array(1024);
  facets = new Uint32Array(8192);
  /** Number of elements in use in `facets`. */
  #length = 0;
  readonly #free: number[] = [];

  /** Number of slots, including empty ones. */
  get size(): number {
    return this.items.length;
  }

  /** Returns the slot that the next `put` uses. */
  nextSlot(): number {
    return this.#free.at(-1) ?? this.items.length;
  }

  /**
   * Stores a product in the slot that `nextSlot()` returns.
   * @param soldOut facet values whose variants are sold out although the product is not; `facets` must not include them
   */
  put(
    item: IndexedProduct,
    pays: number,
    isInStock: boolean,
    facets: readonly number[],
    soldOut: readonly number[],
  ): void {
    const slot = this.#free.pop() ?? this.items.length;
    this.items[slot] = item;
    if (slot >= this.pays.length) this.#widen();
    this.pays[slot] = pays;
    this.inStock[slot] = isInStock ? 1 : 0;
    const start = this.#room(slot, facets.length + soldOut.length);
    const soldOutStart = start + facets.length;
    this.facets.set(facets, start);
    this.facets.set(soldOut, soldOutStart);
    this.facetStart[slot] = start;
    this.soldOutStart[slot] = soldOutStart;
    this.facetEnd[slot] = soldOutStart + soldOut.length;
  }

  remove(slot: number): void {
    this.items[slot] = undefined;
    this.#free.push(slot);
  }

  /** Returns the offset in `facets` at which `count` values fit: the space of the slot's previous product, or the end of the array. */
  #room(slot: number, count: number): number {
    if (this.facetEnd[slot]! - this.facetStart[slot]! >= count) return this.facetStart[slot]!;
    const start = this.#length;
    this.#length += count;
    if (this.#length > this.facets.length) this.facets = grown(this.facets, this.#length);
    return start;
  }

  #widen(): void {
    const needed = this.items.length;
    this.pays = grown(this.pays, needed);
    this.inStock = grown(this.inStock, needed);
    this.facetStart = grown(this.facetStart, needed);
    this.soldOutStart = grown(this.soldOutStart, needed);
    this.facetEnd = grown(this.facetEnd, needed);
  }
}

function grown<Column extends Float64Array | Uint8Array | Uint32Array>(
  column: Column,
  needed: number,
): Column {
  const wider = new (column.constructor as new (length: number) => Column)(
    Math.max(needed, Math.ceil(column.length * 1.5)),
  );
  wider.set(column);
  return wider;
}
