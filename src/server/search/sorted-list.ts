/** Slots that stay in order. What compares as equal is the same slot. */
import { sortCalmly } from './yield-to-event-loop.ts';

export class SortedList {
  slots: number[] = [];
  readonly #compare: (one: number, other: number) => number;

  constructor(compare: (one: number, other: number) => number) {
    this.#compare = compare;
  }

  /** Fills an empty list. */
  async fill(slots: readonly number[]): Promise<void> {
    this.slots = await sortCalmly(slots, this.#compare);
  }

  add(slot: number): void {
    const last = this.slots.at(-1);
    if (last === undefined || this.#compare(last, slot) < 0) this.slots.push(slot);
    else this.slots.splice(this.#firstFrom(slot), 0, slot);
  }

  /** @param slot whose keys are as when it was added */
  remove(slot: number): void {
    const at = this.#firstFrom(slot);
    if (this.slots[at] === slot) this.slots.splice(at, 1);
  }

  #firstFrom(slot: number): number {
    let low = 0;
    let high = this.slots.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(this.slots[middle]!, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
