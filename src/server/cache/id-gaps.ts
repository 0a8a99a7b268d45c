/**
 * Tracks ids that a sequence has assigned but no read has returned. Ids are assigned before commit, so a lower one may appear
 * after a higher one, or never if its transaction was rolled back. Pure.
 */
export interface IdRange {
  from: number;
  to: number;
}

export interface IdGapsOptions {
  /** How long an id is looked for, in the unit of `now`. */
  keepFor: number;
  /** Maximum of ranges; beyond it the oldest are dropped. */
  maxRanges: number;
}

export class IdGaps {
  readonly #options: IdGapsOptions;
  /** Oldest first. */
  #ranges: (IdRange & { since: number })[] = [];
  #highest: number;

  /** @param highest ids up to here are ignored */
  constructor(highest: number, options: IdGapsOptions) {
    this.#highest = highest;
    this.#options = options;
  }

  /** Highest id seen. */
  get highest(): number {
    return this.#highest;
  }

  /** Ranges of missing ids below the highest. */
  get ranges(): readonly IdRange[] {
    return this.#ranges;
  }

  /**
   * Records the ids that a read returned, none of them seen before.
   * @param ids ascending
   * @param now time of the read
   */
  note(ids: readonly number[], now: number): void {
    const { keepFor, maxRanges } = this.#options;
    for (const id of ids) {
      if (id <= this.#highest) {
        this.#fill(id);
        continue;
      }
      if (id > this.#highest + 1) this.#ranges.push({ from: this.#highest + 1, to: id - 1, since: now });
      this.#highest = id;
    }
    const young = this.#ranges.filter((range) => now - range.since < keepFor);
    this.#ranges = young.slice(-maxRanges);
  }

  #fill(id: number): void {
    this.#ranges = this.#ranges.flatMap((range) => {
      if (id < range.from || id > range.to) return [range];
      const parts = [
        { ...range, to: id - 1 },
        { ...range, from: id + 1 },
      ];
      return parts.filter((part) => part.from <= part.to);
    });
  }
}
