/**
 * Caches database reads that many pages share, such as settings in API format and product cards. Purges invalidate these entries as well as
 * pages (docs/decisions/05-page-cache.md). An entry passes its tags to each page that uses it, so that the page cache detects a purge
 * during the render. A value that was read before a purge is never cached after the purge.
 */
import { PurgeTracker } from './purge-tracker.ts';
import { TaggedCache } from './tagged-cache.ts';

/** Result of a read, with the tags and the time that invalidate it. */
export interface CachedResult<Value> {
  /** Result of the read; frozen when it is cached, because all pages that use it share the object. */
  value: Value;
  /** Tags of the data that the value was built from (cache/tags.ts). */
  tags: readonly string[];
  /** Next time (ms UTC) at which the value changes without a purge; null if none is known. */
  changesAt: number | null;
}

export interface ReadCacheOptions {
  /** Returns the current time, ms UTC. */
  now(): number;
  /** Returns whether cached entries are up to date (purge-poll.ts); if not, every value is read again. */
  isCurrent(): boolean;
  /** Maximum size of the cache, bytes; beyond it, the least recently used entries are evicted. */
  maxBytes: number;
}

/** Maximum age of an entry, ms: manual changes in the database, which create no purges, become visible soon. */
const maxAge = 60_000;

interface Entry {
  readonly reading: CachedResult<unknown>;
  readonly tags: readonly string[];
  /** Expiry time, ms UTC. */
  readonly until: number;
  readonly bytes: number;
}

export class ReadCache {
  readonly #options: ReadCacheOptions;
  readonly #purgeTracker = new PurgeTracker();
  readonly #entries: TaggedCache<Entry>;
  readonly #running = new Map<string, Promise<CachedResult<unknown>>>();

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

  /** Returns the value cached under `name`, or reads it once for all concurrent callers. Failures are not cached. */
  read<Value>(
    name: string,
    read: () => Promise<CachedResult<Value>>,
  ): Promise<CachedResult<Value>> | CachedResult<Value> {
    const cached = this.#fresh(name) ?? (this.#options.isCurrent() ? this.#running.get(name) : undefined);
    if (cached) return cached as CachedResult<Value> | Promise<CachedResult<Value>>;
    const flight = this.readMany(name, [''], async () => new Map([['', await read()]]))
      .then(([reading]) => reading as CachedResult<Value>)
      .finally(() => {
        if (this.#running.get(name) === flight) this.#running.delete(name);
      });
    this.#running.set(name, flight);
    return flight;
  }

  /**
   * Returns the values cached under `name` by id; reads all missing values in one call.
   * @param read returns the values of the missing ids; ids without a value are not cached
   * @returns the values in the order of the ids; undefined for ids without a value
   */
  async readMany<Id extends string | number, Value>(
    name: string,
    ids: readonly Id[],
    read: (missing: Id[]) => Promise<ReadonlyMap<Id, CachedResult<Value>>>,
  ): Promise<(CachedResult<Value> | undefined)[]> {
    const found = ids.map((id) => this.#fresh(name + id) as CachedResult<Value> | undefined);
    const missing = ids.filter((_, at) => !found[at]);
    if (missing.length === 0) return found;
    const purgesBefore = this.#purgeTracker.begin();
    try {
      const began = this.#options.now();
      const readings = await read(missing);
      for (const [id, reading] of readings) {
        const bytes = deepFreeze(reading.value);
        if (this.#purgeTracker.outdated(purgesBefore, reading.tags)) continue;
        const until = Math.min(began + maxAge, reading.changesAt ?? Number.POSITIVE_INFINITY);
        this.#entries.set(name + id, { reading, tags: reading.tags, until, bytes });
      }
      return ids.map((id, at) => found[at] ?? readings.get(id));
    } finally {
      this.#purgeTracker.end(purgesBefore);
    }
  }

  /** Removes all entries built from data with one of `tags`; the results of running reads with such a tag are not cached. */
  forget(tags: readonly string[] | 'everything'): void {
    // Later callers must not share a read that started before the purge.
    this.#running.clear();
    this.#purgeTracker.record(tags === 'everything' ? tags : new Set(tags));
    this.#entries.deleteTags(tags);
  }

  #fresh(name: string): CachedResult<unknown> | undefined {
    const entry = this.#entries.get(name);
    if (!entry || !this.#options.isCurrent()) return undefined;
    if (this.#options.now() < entry.until) return entry.reading;
    this.#entries.delete(name);
    return undefined;
  }
}

/**
 * Deep-freezes plain data, because pages share it.
 * @returns the approximate memory of the value, bytes, without the parts that were frozen already
 */
function deepFreeze(value: unknown): number {
  if (typeof value === 'string') return 16 + value.length;
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return 8;
  Object.freeze(value);
  let bytes = 32;
  for (const inner of Object.values(value)) bytes += 8 + deepFreeze(inner);
  return bytes;
}
