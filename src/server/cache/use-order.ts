/**
 * The order in which kept things were last used: a chain through the things themselves. To take a thing out of a map and
 * put it in again at each use costs several times as much, garbage included (docs/decisions/05-page-cache.md).
 */
export interface Linked<Thing> {
  newer: Thing | null;
  older: Thing | null;
}

export class UseOrder<Thing extends Linked<Thing>> {
  #newest: Thing | null = null;
  #oldest: Thing | null = null;

  get newest(): Thing | null {
    return this.#newest;
  }

  get oldest(): Thing | null {
    return this.#oldest;
  }

  /** Puts a thing that is in no chain at the newest end. */
  add(thing: Thing): void {
    thing.older = this.#newest;
    if (this.#newest) this.#newest.newer = thing;
    else this.#oldest = thing;
    this.#newest = thing;
  }

  /** Notes that a thing of the chain was used. */
  use(thing: Thing): void {
    if (thing === this.#newest) return;
    this.remove(thing);
    this.add(thing);
  }

  /** Takes a thing out of the chain. */
  remove(thing: Thing): void {
    if (thing.newer) thing.newer.older = thing.older;
    else this.#newest = thing.older;
    if (thing.older) thing.older.newer = thing.newer;
    else this.#oldest = thing.newer;
    thing.newer = null;
    thing.older = null;
  }

  clear(): void {
    this.#newest = null;
    this.#oldest = null;
  }
}
