/**
 * Columns that one query after the other writes on. Made anew for each they would be a megabyte outside the heap, for which
 * V8 collects everything every few dozen queries, and answers wait meanwhile.
 */
export class Scratch {
  #size = 0;
  #sums = new Float32Array(0);
  #best = new Float32Array(0);
  #counts = new Uint16Array(0);
  #calling = new Uint16Array(0);
  #called = new Uint16Array(0);
  #ranks = new Uint16Array(0);
  #fits = new Uint8Array(0);

  /** For finding: as long as there are slots, or longer; all zero. Good until the next query. */
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

  /** For filtering: by slot whether it fits; all zero. Good until the next query. */
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
