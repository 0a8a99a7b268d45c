/**
 * The page cache: one render for any number of waiting requests, nothing cached or handed out that was purged
 * while it was made, stale pages only after age or while the database is away, and never past the instant at which they
 * change by themselves.
 */
import { PurgeLedger } from './purge-ledger.ts';
import type { PurgeWatch } from './purge-watch.ts';
import { answeringKey } from './route-rules.ts';
import {
  isStorable,
  madeFrom,
  pageBytes,
  plainBytes,
  type RenderedPage,
  type StoredPage,
  toStoredPage,
} from './stored-page.ts';
import { TaggedCache } from './tagged-cache.ts';

export interface PageCacheOptions {
  /** Renders the page at a normalised address. */
  render(key: string): Promise<RenderedPage>;
  purges: PurgeWatch;
  /** ms UTC. */
  now(): number;
  maxBytes: number;
  /** Seconds a page may be served past its age while it is replaced. */
  staleSeconds: number;
  /** Called with failures of background renders. */
  onError(error: unknown, key: string): void;
}

/** What the pages of one process may take in memory. */
export const pageCacheBytes = 128 * 1024 * 1024;
/** Renders in a row for one request when each is purged while it runs; the last is shown to who waits, but not cached. */
const maxRenders = 5;
const maxMissing = 10_000;

export class PageCache {
  readonly store: TaggedCache<StoredPage>;
  renders = 0;
  readonly #options: PageCacheOptions;
  readonly #ledger = new PurgeLedger();
  readonly #flights = new Map<string, Promise<StoredPage>>();
  /** Addresses known to be answered by a shared 404, by which and until when, ms UTC; any purge forgets them. */
  readonly #missing = new Map<string, { shared: string; until: number }>();

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.store = new TaggedCache({ maxBytes: options.maxBytes, bytesOf: pageBytes });
  }

  /**
   * The cached page if it may be sent as it is. The first thing every request asks.
   * @param now ms UTC
   */
  fresh(key: string, now = this.#options.now()): StoredPage | undefined {
    const page = this.#cached(key);
    if (!page || now >= page.freshUntil || !this.#mayShow()) return undefined;
    page.hits += 1;
    return page;
  }

  /** The cached page that answers a normalised address, if it may be sent as it is: that without a query where the query says nothing new. */
  answer(key: string): StoredPage | undefined {
    const page = this.fresh(key);
    const plain = page ? undefined : this.fresh(pathOf(key));
    return plain ? this.fresh(answeringKey(key, plain)) : page;
  }

  /** The page at a normalised address: cached, stale while it is replaced, or rendered once for all who wait. */
  async get(key: string): Promise<StoredPage> {
    const path = pathOf(key);
    if (path === key) return this.#get(key);
    const plain = await this.#get(path);
    const answering = answeringKey(key, plain);
    // Cached only beside the page that says what its query can name: others could be made up without end.
    return answering === path ? plain : this.#get(answering, plain.status === 200);
  }

  async #get(key: string, isNamed = true): Promise<StoredPage> {
    // A read that begins after the request came speaks for it, however long it takes.
    if (!this.#mayShow() && this.#cached(key)) await this.#hear();
    const now = this.#options.now();
    const page = this.#cached(key);
    if (page && now < page.freshUntil) {
      page.hits += 1;
      return page;
    }
    const stale = this.store.get(key);
    // Nothing could replace it, however old it is: a render would only fail.
    if (stale && this.#isAway() && now < (stale.changesAt ?? Number.POSITIVE_INFINITY)) return stale;
    if (!stale || now >= stale.staleUntil) return this.#flight(key, isNamed);
    this.#flight(key, isNamed).catch((error) => this.#options.onError(error, key));
    return stale;
  }

  /** Forgets every page made from one of `tags`, those being made included. */
  forget(tags: readonly string[] | 'everything'): void {
    this.#missing.clear();
    this.#ledger.record(tags === 'everything' ? tags : new Set(tags));
    this.store.deleteTags(tags);
  }

  #cached(key: string): StoredPage | undefined {
    const page = this.store.get(key);
    if (page) return page;
    const missing = this.#missing.get(key);
    return missing && this.#options.now() < missing.until ? this.store.get(missing.shared) : undefined;
  }

  #mayShow(): boolean {
    const { purges } = this.#options;
    return purges.clock() < purges.shownUntil;
  }

  /** Whether what is cached is shown although the purges cannot be read. */
  #isAway(): boolean {
    return !this.#options.purges.isSure && this.#mayShow();
  }

  /** @throws when the purges cannot be read and nothing may be shown without them */
  async #hear(): Promise<void> {
    try {
      await this.#options.purges.hear();
    } catch (error) {
      if (!this.#mayShow()) throw error;
    }
  }

  #flight(key: string, isNamed: boolean): Promise<StoredPage> {
    const running = this.#flights.get(key);
    if (running) return running;
    const flight = this.#fly(key, isNamed);
    this.#flights.set(key, flight);
    // One that ends well has taken itself out.
    flight.catch(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    return flight;
  }

  /** Renders until the page may be shown: nothing that was purged while it was rendered is ever cached. */
  async #fly(key: string, isNamed: boolean): Promise<StoredPage> {
    const { purges, render, now, staleSeconds } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      // A render that began after a request came is not older than what that client saw: the last render takes no others along.
      const isLast = attempt === maxRenders;
      if (isLast) this.#flights.delete(key);
      const mark = this.#ledger.begin();
      try {
        const began = now();
        this.renders += 1;
        const rendered = await render(key);
        const made = toStoredPage(rendered, began, staleSeconds);
        // While the purges cannot be read a new page may be made from old data.
        if (!purges.isSure) await purges.hear();
        const isOutdated =
          now() >= (made.changesAt ?? Number.POSITIVE_INFINITY) ||
          this.#ledger.outdated(mark, madeFrom(made));
        if (isOutdated && !isLast) continue;
        if (isOutdated || !isNamed) made.complete = false;
        // From here to the end of the flight nothing is awaited: a request that comes after a purge never joins it.
        this.#flights.delete(key);
        // Waiting requests are answered before the callback runs: none of them unpacks what was packed just now.
        made.plain = plainBytes(rendered.body);
        setImmediate(() => {
          made.plain = null;
        });
        return isStorable(made) ? this.#keep(key, made) : made;
      } finally {
        this.#ledger.end(mark);
      }
    }
  }

  #keep(key: string, page: StoredPage): StoredPage {
    if (page.status !== 404) {
      this.store.set(key, page);
      return page;
    }
    this.store.delete(key);
    if (this.#missing.size >= maxMissing) this.#missing.clear();
    // Addresses begin with a slash.
    const shared = `404${page.root}`;
    this.#missing.set(key, { shared, until: page.freshUntil });
    const cached = this.store.peek(shared);
    if (cached && this.#options.now() < cached.freshUntil) return cached;
    this.store.set(shared, page);
    return page;
  }
}

function pathOf(key: string): string {
  const query = key.indexOf('?');
  return query === -1 ? key : key.slice(0, query);
}
