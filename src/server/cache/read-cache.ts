/**
 * What many pages read alike, kept between renders: the shop's settings as the API answers them, products as cards.
 * Forgotten by the same purges as the pages (docs/decisions/05-page-cache.md): an entry tells each page its tags, so a page made from what
 * was purged meanwhile is outdated by the page cache's own ledger, and nothing is kept that was read before a purge. As
 * with pages, what is kept is used only while it is sure that nobody was shown anything newer.
 */
import { PurgeLedger } from './purge-ledger.ts';
import { UseOrder } from './use-order.ts';

/** Something read, and how long it holds. */
export interface Reading<Value> {
  /** Frozen as soon as it is kept: every page that uses it sees the same object. */
  value: Value;
  /** What it was made from (cache/tags.ts). */
  tags: readonly string[];
  /** Next instant (ms UTC) at which it changes by itself; null when none is known. */
  changesAt: number | null;
}

export interface ReadCacheOptions {
  /** ms UTC. */
  now(): number;
  /** Whether nobody has been shown anything newer than what is kept here (cache/lease.ts); unsure, all is read anew. */
  isSure(): boolean;
  /** Most entries; least recently used out first. */
  maxEntries: number;
}

/** Kept without a purge for this long, ms: what was changed without telling (a hand in the database) is seen soon. */
const longest = 60_000;

/** A reading and its neighbours in the order of use. */
interface Entry {
  readonly name: string;
  readonly reading: Reading<unknown>;
  readonly until: number;
  newer: Entry | null;
  older: Entry | null;
}

export class ReadCache {
  readonly #options: ReadCacheOptions;
  readonly #ledger = new PurgeLedger();
  readonly #entries = new Map<string, Entry>();
  readonly #order = new UseOrder<Entry>();
  readonly #byTag = new Map<string, Set<string>>();
  readonly #flights = new Map<string, Promise<Reading<unknown>>>();

  constructor(options: ReadCacheOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** What is kept under `name`, or what `read` gives, read once for all who wait. Failures are not kept. */
  read<Value>(name: string, read: () => Promise<Reading<Value>>): Promise<Reading<Value>> | Reading<Value> {
    const kept = this.#fresh(name) ?? (this.#options.isSure() ? this.#flights.get(name) : undefined);
    if (kept) return kept as Reading<Value> | Promise<Reading<Value>>;
    const flight = this.readMany(name, [''], async () => new Map([['', await read()]]))
      .then(([reading]) => reading as Reading<Value>)
      .finally(() => {
        if (this.#flights.get(name) === flight) this.#flights.delete(name);
      });
    this.#flights.set(name, flight);
    return flight;
  }

  /**
   * What is kept under `name` for each id; the others are read in one go.
   * @param read what is known of the missing ids; ids it leaves out are not kept
   * @returns in the order of the ids; undefined for those there is nothing of
   */
  async readMany<Id extends string | number, Value>(
    name: string,
    ids: readonly Id[],
    read: (missing: Id[]) => Promise<ReadonlyMap<Id, Reading<Value>>>,
  ): Promise<(Reading<Value> | undefined)[]> {
    const found = ids.map((id) => this.#fresh(name + id) as Reading<Value> | undefined);
    const missing = ids.filter((_, at) => !found[at]);
    if (missing.length === 0) return found;
    const mark = this.#ledger.begin();
    try {
      const began = this.#options.now();
      const readings = await read(missing);
      for (const [id, reading] of readings) {
        deepFreeze(reading.value);
        if (!this.#ledger.outdated(mark, reading.tags)) this.#keep(name + id, reading, began);
      }
      return ids.map((id, at) => found[at] ?? readings.get(id));
    } finally {
      this.#ledger.end(mark);
    }
  }

  /** Forgets every entry made from one of `tags`, those being read included. */
  forget(tags: readonly string[] | 'everything'): void {
    // Whoever asks from now on must not be given what began to be read before.
    this.#flights.clear();
    if (tags === 'everything') {
      this.#ledger.record(tags);
      this.#entries.clear();
      this.#order.clear();
      this.#byTag.clear();
      return;
    }
    this.#ledger.record(new Set(tags));
    for (const tag of tags) for (const name of [...(this.#byTag.get(tag) ?? [])]) this.#delete(name);
  }

  #fresh(name: string): Reading<unknown> | undefined {
    const entry = this.#entries.get(name);
    if (!entry || !this.#options.isSure()) return undefined;
    if (this.#options.now() >= entry.until) {
      this.#delete(name);
      return undefined;
    }
    this.#order.use(entry);
    return entry.reading;
  }

  #keep(name: string, reading: Reading<unknown>, began: number): void {
    this.#delete(name);
    const until = Math.min(began + longest, reading.changesAt ?? Number.POSITIVE_INFINITY);
    const entry: Entry = { name, reading, until, newer: null, older: null };
    this.#entries.set(name, entry);
    this.#order.add(entry);
    for (const tag of reading.tags) {
      const names = this.#byTag.get(tag);
      if (names) names.add(name);
      else this.#byTag.set(tag, new Set([name]));
    }
    const { oldest } = this.#order;
    if (oldest && this.#entries.size > this.#options.maxEntries) this.#delete(oldest.name);
  }

  #delete(name: string): void {
    const entry = this.#entries.get(name);
    if (!entry) return;
    this.#entries.delete(name);
    this.#order.remove(entry);
    for (const tag of entry.reading.tags) {
      const names = this.#byTag.get(tag);
      names?.delete(name);
      if (names?.size === 0) this.#byTag.delete(tag);
    }
  }
}

/** Makes plain data unchangeable, however deep: no page may alter what the next one is given. */
function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
}
