/**
 * The page cache (design 6): one render for any number of waiting requests, nothing kept or handed out that was purged
 * while it was made, stale pages only after age and never past the instant at which they change by themselves.
 */
import { PageStore } from './page-store.ts';
import { PurgeLedger } from './purge-ledger.ts';
import { isStorable, type RenderedPage, type StoredPage, toStoredPage } from './stored-page.ts';

export interface PageCacheOptions {
  /** Renders the page at a normalised address. */
  render(key: string): Promise<RenderedPage>;
  /**
   * Learns of every purge committed until now, here and in the processes beside this one, and has them forgotten.
   * Called after each render and before its page is shown, so that nobody meets older content once newer was shown.
   */
  settle(): Promise<void>;
  /** ms UTC. */
  now(): number;
  maxBytes: number;
  /** Seconds a page may be served past its age while it is replaced. */
  staleSeconds: number;
  /** Told of failures of renders nobody waits for. */
  onError(error: unknown, key: string): void;
}

/** Renders in a row for one request when each is purged while it runs; the last is shown but not kept. */
const maxRenders = 5;
const notFoundKey = '404';
const maxMissing = 10_000;

export class PageCache {
  readonly store: PageStore;
  renders = 0;
  readonly #options: PageCacheOptions;
  readonly #ledger = new PurgeLedger();
  readonly #flights = new Map<string, Promise<StoredPage>>();
  /** Addresses known to be answered by the shared 404, until any purge. */
  readonly #missing = new Set<string>();

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.store = new PageStore(options.maxBytes);
  }

  /** The kept page if it may be sent as it is. The first thing every request asks. */
  fresh(key: string): StoredPage | undefined {
    const page = this.store.get(key) ?? this.#knownMissing(key);
    if (!page || this.#options.now() >= page.freshUntil) return undefined;
    page.hits += 1;
    return page;
  }

  /** The page at a normalised address: kept, stale while it is replaced, or rendered once for all who wait. */
  async get(key: string): Promise<StoredPage> {
    const fresh = this.fresh(key);
    if (fresh) return fresh;
    const stale = this.store.get(key);
    if (!stale || this.#options.now() >= stale.staleUntil) return this.#flight(key);
    this.#flight(key).catch((error) => this.#options.onError(error, key));
    return stale;
  }

  /** Forgets every page made from one of `tags`, those being made included. */
  forget(tags: readonly string[] | 'everything'): void {
    this.#missing.clear();
    if (tags === 'everything') {
      this.#ledger.record(tags);
      this.store.clear();
      return;
    }
    this.#ledger.record(new Set(tags));
    this.store.deleteTags(tags);
  }

  #knownMissing(key: string): StoredPage | undefined {
    return this.#missing.has(key) ? this.store.get(notFoundKey) : undefined;
  }

  #flight(key: string): Promise<StoredPage> {
    const running = this.#flights.get(key);
    if (running) return running;
    const flight = this.#fly(key).finally(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    this.#flights.set(key, flight);
    return flight;
  }

  async #fly(key: string): Promise<StoredPage> {
    for (let attempt = 1; ; attempt += 1) {
      const mark = this.#ledger.begin();
      try {
        const began = this.#options.now();
        this.renders += 1;
        const rendered = await this.#options.render(key);
        await this.#options.settle();
        const outdated = this.#ledger.outdated(mark, rendered.tags);
        if (outdated && attempt < maxRenders) continue;
        const result = outdated ? { ...rendered, complete: false } : rendered;
        const page = toStoredPage(result, began, this.#options.staleSeconds);
        // From here to the end of the flight nothing is awaited: a request that comes after a purge never joins it.
        this.#flights.delete(key);
        return isStorable(result) ? this.#keep(key, page) : page;
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
    this.#missing.add(key);
    const shared = this.store.peek(notFoundKey);
    if (shared && this.#options.now() < shared.freshUntil) return shared;
    this.store.set(notFoundKey, page);
    return page;
  }
}
