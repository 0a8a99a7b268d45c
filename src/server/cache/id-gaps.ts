/**
 * Ids that are given but not seen yet. A sequence gives them before commit, so a lower one may appear after a higher one,
 * as late as its transaction commits; or never, when that was rolled back. Pure bookkeeping.
 */
export interface IdRange {
  from: number;
  to: number;
}

export interface IdGapsOptions {
  /** How long an id is looked out for, in the unit of the instants handed in. */
  keepFor: number;
  /** Most ranges remembered; beyond it the oldest are given up. */
  most: number;
}

export class IdGaps {
  readonly #options: IdGapsOptions;
  /** Oldest first. */
  #ranges: (IdRange & { since: number })[] = [];
  #highest: number;

  /** @param highest ids up to here are no concern */
  constructor(highest: number, options: IdGapsOptions) {
    this.#highest = highest;
    this.#options = options;
  }

  /** The highest id seen. */
  get highest(): number {
    return this.#highest;
  }

  /** What to look out for below it. */
  get ranges(): readonly IdRange[] {
    return this.#ranges;
  }

  /**
   * Notes the ids that a look brought, each of them new.
   * @param ids ascending
   * @param now instant of the look
   */
  note(ids: readonly number[], now: number): void {
    const { keepFor, most } = this.#options;
    for (const id of ids) {
      if (id <= this.#highest) {
        this.#fill(id);
        continue;
      }
      if (id > this.#highest + 1) this.#ranges.push({ from: this.#highest + 1, to: id - 1, since: now });
      this.#highest = id;
    }
    const young = this.#ranges.filter((range) => now - range.since < keepFor);
    this.#ranges = young.slice(-most);
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
