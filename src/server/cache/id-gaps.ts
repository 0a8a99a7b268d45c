/**
 * Tracks gaps in a sequence of ids: ids that have been assigned but that no read has returned. Ids are assigned before commit, so a lower
 * id may appear after a higher one, or never if its transaction was rolled back. Pure.
 */
export interface IdRange {
  from: number;
  to: number;
}

export interface IdGapsOptions {
  /** How long to look for a missing id, in the unit of `now`. */
  keepFor: number;
  /** Maximum number of ranges; if there are more, the oldest are dropped. */
  maxRanges: number;
}

export class IdGaps {
  readonly #options: IdGapsOptions;
  /** Ranges of missing ids, oldest first. */
  #ranges: (IdRange & { since: number })[] = [];
  #highest: number;

  /** Starts tracking after the id `highest`. @param highest ids up to and including this one are ignored */
  constructor(highest: number, options: IdGapsOptions) {
    this.#highest = highest;
    this.#options = options;
  }

  /** Highest id that has been returned by a read. */
  get highest(): number {
    return this.#highest;
  }

  /** Ranges of missing ids below the highest id. */
  get ranges(): readonly IdRange[] {
    return this.#ranges;
  }

  /**
   * Records the ids that a read returned, none of which has been recorded before.
   * @param ids in ascending order
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
