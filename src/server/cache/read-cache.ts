/**
 * What many pages read alike, cached between renders: the shop's settings as the API answers them, products as cards.
 * Forgotten by the same purges as the pages (docs/decisions/05-page-cache.md): an entry tells each page its tags, so a page made from what
 * was purged meanwhile is outdated by the page cache's own ledger, and nothing is cached that was read before a purge.
 */
import { PurgeLedger } from './purge-ledger.ts';
import { TaggedCache } from './tagged-cache.ts';

/** Something read, and how long it holds. */
export interface CachedQuery<Value> {
  /** Frozen as soon as it is cached: every page that uses it sees the same object. */
  value: Value;
  /** What it was made from (cache/tags.ts). */
  tags: readonly string[];
  /** Next instant (ms UTC) at which it changes by itself; null when none is known. */
  changesAt: number | null;
}

export interface ReadCacheOptions {
  /** ms UTC. */
  now(): number;
  /** Whether what is cached here is current (purge-watch.ts); otherwise all is read again. */
  isSure(): boolean;
  /** Least recently used out first. */
  maxBytes: number;
}

/** Cached without a purge for this long, ms: what was changed without telling (a hand in the database) is seen soon. */
const maxAge = 60_000;

interface Entry {
  readonly reading: CachedQuery<unknown>;
  readonly tags: readonly string[];
  /** ms UTC. */
  readonly until: number;
  readonly bytes: number;
}

export class ReadCache {
  readonly #options: ReadCacheOptions;
  readonly #ledger = new PurgeLedger();
  readonly #entries: TaggedCache<Entry>;
  readonly #flights = new Map<string, Promise<CachedQuery<unknown>>>();

  constructor(options: ReadCacheOptions) {
    this.#options = options;
    this.#entries = new TaggedCache({
      maxBytes: options.maxBytes,
      bytesOf: ({ bytes, tags }, name) => name.length + bytes + tags.join().length + 256,
    });
  }

  get size(): number {
    return this.#entries.size;
  }

  /** What is cached under `name`, or what `read` gives, read once for all who wait. Failures are not cached. */
  read<Value>(
    name: string,
    read: () => Promise<CachedQuery<Value>>,
  ): Promise<CachedQuery<Value>> | CachedQuery<Value> {
    const cached = this.#fresh(name) ?? (this.#options.isSure() ? this.#flights.get(name) : undefined);
    if (cached) return cached as CachedQuery<Value> | Promise<CachedQuery<Value>>;
    const flight = this.readMany(name, [''], async () => new Map([['', await read()]]))
      .then(([reading]) => reading as CachedQuery<Value>)
      .finally(() => {
        if (this.#flights.get(name) === flight) this.#flights.delete(name);
      });
    this.#flights.set(name, flight);
    return flight;
  }

  /**
   * What is cached under `name` for each id; the others are read in one go.
   * @param read what is known of the missing ids; ids it leaves out are not cached
   * @returns in the order of the ids; undefined for those there is nothing of
   */
  async readMany<Id extends string | number, Value>(
    name: string,
    ids: readonly Id[],
    read: (missing: Id[]) => Promise<ReadonlyMap<Id, CachedQuery<Value>>>,
  ): Promise<(CachedQuery<Value> | undefined)[]> {
    const found = ids.map((id) => this.#fresh(name + id) as CachedQuery<Value> | undefined);
    const missing = ids.filter((_, at) => !found[at]);
    if (missing.length === 0) return found;
    const mark = this.#ledger.begin();
    try {
      const began = this.#options.now();
      const readings = await read(missing);
      for (const [id, reading] of readings) {
        const bytes = deepFreeze(reading.value);
        if (this.#ledger.outdated(mark, reading.tags)) continue;
        const until = Math.min(began + maxAge, reading.changesAt ?? Number.POSITIVE_INFINITY);
        this.#entries.set(name + id, { reading, tags: reading.tags, until, bytes });
      }
      return ids.map((id, at) => found[at] ?? readings.get(id));
    } finally {
      this.#ledger.end(mark);
    }
  }

  /** Forgets every entry made from one of `tags`, those being read included. */
  forget(tags: readonly string[] | 'everything'): void {
    // Readers that arrive from now on must not share a read that started before.
    this.#flights.clear();
    this.#ledger.record(tags === 'everything' ? tags : new Set(tags));
    this.#entries.deleteTags(tags);
  }

  #fresh(name: string): CachedQuery<unknown> | undefined {
    const entry = this.#entries.get(name);
    if (!entry || !this.#options.isSure()) return undefined;
    if (this.#options.now() < entry.until) return entry.reading;
    this.#entries.delete(name);
    return undefined;
  }
}

/**
 * Makes plain data unchangeable, however deep: no page may alter what the next one is given.
 * @returns bytes it takes in memory, roughly, without what was frozen before
 */
function deepFreeze(value: unknown): number {
  if (typeof value === 'string') return 16 + value.length;
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return 8;
  Object.freeze(value);
  let bytes = 32;
  for (const inner of Object.values(value)) bytes += 8 + deepFreeze(inner);
  return bytes;
}
