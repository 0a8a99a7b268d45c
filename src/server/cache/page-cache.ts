/**
 * The page cache. Concurrent requests share one render. A page that is purged while it renders is rendered again, up to
 * `maxRenders` times. A stale page is sent while it is replaced, or while purges cannot be read, but never after `changesAt`.
 */

import type { PurgePollState } from './purge-poll.ts';
import { PurgeTracker } from './purge-tracker.ts';
import { resolveCacheKey } from './route-rules.ts';
import {
  estimatePageBytes,
  invalidatingTags,
  isStorable,
  type RenderedPage,
  type StoredPage,
  toStoredPage,
  uncompressedBytes,
} from './stored-page.ts';
import { TaggedCache } from './tagged-cache.ts';

export interface PageCacheOptions {
  /** Renders the page of a normalised URL. */
  render(key: string): Promise<RenderedPage>;
  purges: PurgePollState;
  /** ms UTC. */
  now(): number;
  maxBytes: number;
  /** How long a page may be served past its age while it is replaced, seconds. */
  staleSeconds: number;
  /** Called when a background render fails. */
  onError(error: unknown, key: string): void;
}

/** Maximum memory for the pages of one process. */
export const pageCacheBytes = 128 * 1024 * 1024;
/** Maximum of renders for one request if each is purged while it runs; the last is sent to those who wait, but not cached. */
const maxRenders = 5;
const maxMissing = 10_000;

export class PageCache {
  readonly store: TaggedCache<StoredPage>;
  renders = 0;
  readonly #options: PageCacheOptions;
  readonly #ledger = new PurgeTracker();
  readonly #flights = new Map<string, Promise<StoredPage>>();
  /** URLs answered by a shared 404: its key and expiry, ms UTC; any purge clears them. */
  readonly #missing = new Map<string, { shared: string; until: number }>();

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.store = new TaggedCache({ maxBytes: options.maxBytes, bytesOf: estimatePageBytes });
  }

  /**
   * Returns the cached page if it may be sent as it is. Runs first for every request.
   * @param now ms UTC
   */
  fresh(key: string, now = this.#options.now()): StoredPage | undefined {
    const page = this.#cached(key);
    if (!page || now >= page.freshUntil || !this.#mayServeCached()) return undefined;
    page.hits += 1;
    return page;
  }

  /** Returns the fresh cached page for a normalised URL, or for the URL without query parameters that have no effect. */
  answer(key: string): StoredPage | undefined {
    const page = this.fresh(key);
    const plain = page ? undefined : this.fresh(pathOf(key));
    return plain ? this.fresh(resolveCacheKey(key, plain)) : page;
  }

  /** Returns the page of a normalised URL: cached, stale while it is replaced, or rendered once for all waiting requests. */
  async get(key: string): Promise<StoredPage> {
    const path = pathOf(key);
    if (path === key) return this.#get(key);
    const plain = await this.#get(path);
    const answering = resolveCacheKey(key, plain);
    // Cached only if the page without a query lists the query's value: clients could make up any number of others.
    return answering === path ? plain : this.#get(answering, plain.status === 200);
  }

  async #get(key: string, mayCache = true): Promise<StoredPage> {
    // Read the purges now: they include every purge made before this request.
    if (!this.#mayServeCached() && this.#cached(key)) await this.#applyPurges();
    const now = this.#options.now();
    const page = this.#cached(key);
    if (page && now < page.freshUntil) {
      page.hits += 1;
      return page;
    }
    const stale = this.store.get(key);
    // Serve it at any age: a render would only fail.
    if (stale && this.#isInGracePeriod() && now < (stale.changesAt ?? Number.POSITIVE_INFINITY)) return stale;
    if (!stale || now >= stale.staleUntil) return this.#flight(key, mayCache);
    this.#flight(key, mayCache).catch((error) => this.#options.onError(error, key));
    return stale;
  }

  /** Removes all pages built from one of `tags`, and outdates those being rendered. */
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

  #mayServeCached(): boolean {
    const { purges } = this.#options;
    return purges.clock() < purges.shownUntil;
  }

  /** Returns whether cached pages are shown although purges cannot be read. */
  #isInGracePeriod(): boolean {
    return !this.#options.purges.isSure && this.#mayServeCached();
  }

  /** @throws when the purges cannot be read and cached pages may no longer be shown */
  async #applyPurges(): Promise<void> {
    try {
      await this.#options.purges.applyPurges();
    } catch (error) {
      if (!this.#mayServeCached()) throw error;
    }
  }

  #flight(key: string, mayCache: boolean): Promise<StoredPage> {
    const running = this.#flights.get(key);
    if (running) return running;
    const flight = this.#fly(key, mayCache);
    this.#flights.set(key, flight);
    // A successful flight has removed itself.
    flight.catch(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    return flight;
  }

  /** Renders until no purge concerns the result: a page purged during its render is never cached. */
  async #fly(key: string, mayCache: boolean): Promise<StoredPage> {
    const { purges, render, now, staleSeconds } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      // The last render is sent even if outdated, so later requests, whose client may have seen the change, must not join it.
      const isLast = attempt === maxRenders;
      if (isLast) this.#flights.delete(key);
      const mark = this.#ledger.begin();
      try {
        const began = now();
        this.renders += 1;
        const rendered = await render(key);
        const made = toStoredPage(rendered, began, staleSeconds);
        // While purges cannot be read, a new page may contain old data.
        if (!purges.isSure) await purges.applyPurges();
        const isOutdated =
          now() >= (made.changesAt ?? Number.POSITIVE_INFINITY) ||
          this.#ledger.outdated(mark, invalidatingTags(made));
        if (isOutdated && !isLast) continue;
        if (isOutdated || !mayCache) made.complete = false;
        // No await from here to the end of the flight, so a request after a purge never joins it.
        this.#flights.delete(key);
        // Waiting requests are sent before this callback runs, so they need not decompress the page.
        made.plain = uncompressedBytes(rendered.body);
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
    // Cannot collide: URLs begin with a slash.
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
