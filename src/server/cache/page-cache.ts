/**
 * Caches rendered pages. Concurrent requests share one render. A page that is purged while it is being rendered is rendered again, up to
 * `maxRenders` times. A stale page is sent while a new one is rendered or while purges cannot be read, but never after `changesAt`.
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
  /** Returns the current time, ms UTC. */
  now(): number;
  maxBytes: number;
  /** How long a stale page may be served while a new one is rendered, seconds. */
  staleSeconds: number;
  /** Called when a background render fails. */
  onError(error: unknown, key: string): void;
}

/** Maximum memory for the cached pages of one process, bytes. */
export const pageCacheBytes = 128 * 1024 * 1024;
/**
 * Maximum number of renders for a request if the page is purged during each render. The last render is sent to the waiting requests but not
 * cached.
 */
const maxRenders = 5;
const maxMissingUrls = 10_000;

export class PageCache {
  readonly store: TaggedCache<StoredPage>;
  renders = 0;
  readonly #options: PageCacheOptions;
  readonly #purgeTracker = new PurgeTracker();
  readonly #running = new Map<string, Promise<StoredPage>>();
  /** URLs that share a cached 404 page, with the cache key and the expiry time (ms UTC) of the shared page. Any purge clears the map. */
  readonly #missing = new Map<string, { shared: string; until: number }>();

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.store = new TaggedCache({ maxBytes: options.maxBytes, bytesOf: estimatePageBytes });
  }

  /**
   * Returns the cached page if it is fresh. This is the first step of every request.
   * @param now ms UTC
   */
  fresh(key: string, now = this.#options.now()): StoredPage | undefined {
    const page = this.#cached(key);
    if (!page || now >= page.freshUntil || !this.#mayServeCached()) return undefined;
    page.hits += 1;
    return page;
  }

  /** Returns the fresh cached page for a normalised URL, ignoring query parameters that have no effect. */
  answer(key: string): StoredPage | undefined {
    const page = this.fresh(key);
    const pageWithoutQuery = page ? undefined : this.fresh(pathOf(key));
    return pageWithoutQuery ? this.fresh(resolveCacheKey(key, pageWithoutQuery)) : page;
  }

  /**
   * Returns the page of a normalised URL: the cached page, even a stale one while a new one is rendered; otherwise a page that is rendered
   * once for all waiting requests.
   */
  async get(key: string): Promise<StoredPage> {
    const path = pathOf(key);
    if (path === key) return this.#get(key);
    const pageWithoutQuery = await this.#get(path);
    const answeringKey = resolveCacheKey(key, pageWithoutQuery);
    // Cache the page only if the page without a query exists: only then have unknown query values been removed from the key, and clients
    // could make up any number of them.
    return answeringKey === path
      ? pageWithoutQuery
      : this.#get(answeringKey, pageWithoutQuery.status === 200);
  }

  async #get(key: string, mayCache = true): Promise<StoredPage> {
    // Apply the purges first, so that a page that was purged before this request is not served.
    if (!this.#mayServeCached() && this.#cached(key)) await this.#applyPurges();
    const now = this.#options.now();
    const page = this.#cached(key);
    if (page && now < page.freshUntil) {
      page.hits += 1;
      return page;
    }
    const stale = this.store.get(key);
    // Serve the stale page at any age: purges cannot be read, so a render would only fail.
    if (stale && this.#isServingWithoutPurges() && now < (stale.changesAt ?? Number.POSITIVE_INFINITY))
      return stale;
    if (!stale || now >= stale.staleUntil) return this.#joinOrStart(key, mayCache);
    this.#joinOrStart(key, mayCache).catch((error) => this.#options.onError(error, key));
    return stale;
  }

  /** Removes all pages built from data with one of `tags`, and marks running renders of such pages as outdated. */
  forget(tags: readonly string[] | 'everything'): void {
    this.#missing.clear();
    this.#purgeTracker.record(tags === 'everything' ? tags : new Set(tags));
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
    return purges.monotonicNow() < purges.usableUntil;
  }

  /** Returns whether cached pages may be served although purges cannot be read. */
  #isServingWithoutPurges(): boolean {
    return !this.#options.purges.isCurrent && this.#mayServeCached();
  }

  /** Reads the purges and applies them. @throws if the purges cannot be read and cached pages may no longer be served */
  async #applyPurges(): Promise<void> {
    try {
      await this.#options.purges.applyPurges();
    } catch (error) {
      if (!this.#mayServeCached()) throw error;
    }
  }

  #joinOrStart(key: string, mayCache: boolean): Promise<StoredPage> {
    const running = this.#running.get(key);
    if (running) return running;
    const started = this.#renderUntilCurrent(key, mayCache);
    this.#running.set(key, started);
    // Remove a failed render; a successful render has already removed its own entry.
    started.catch(() => {
      if (this.#running.get(key) === started) this.#running.delete(key);
    });
    return started;
  }

  /**
   * Renders a page, and renders it again if a purge affects it during the render, up to `maxRenders` times. A page that is purged while it
   * is rendered is never cached.
   */
  async #renderUntilCurrent(key: string, mayCache: boolean): Promise<StoredPage> {
    const { purges, render, now, staleSeconds } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      // The last render is sent even if it is outdated. Later requests must not join it, because their clients may have seen the change.
      const isLast = attempt === maxRenders;
      if (isLast) this.#running.delete(key);
      const purgesBefore = this.#purgeTracker.begin();
      try {
        const began = now();
        this.renders += 1;
        const rendered = await render(key);
        const page = toStoredPage(rendered, began, staleSeconds);
        // The page may contain old data if it was rendered while purges could not be read, so read the purges now.
        if (!purges.isCurrent) await purges.applyPurges();
        const isOutdated =
          now() >= (page.changesAt ?? Number.POSITIVE_INFINITY) ||
          this.#purgeTracker.outdated(purgesBefore, invalidatingTags(page));
        if (isOutdated && !isLast) continue;
        if (isOutdated || !mayCache) page.complete = false;
        // No `await` from here to the end of the render: otherwise, a request that arrives after a purge could join this render.
        this.#running.delete(key);
        // Keep the uncompressed bytes until this callback runs: the waiting requests are answered before that and need not decompress the
        // page.
        page.uncompressed = uncompressedBytes(rendered.body);
        setImmediate(() => {
          page.uncompressed = null;
        });
        return isStorable(page) ? this.#keep(key, page) : page;
      } finally {
        this.#purgeTracker.end(purgesBefore);
      }
    }
  }

  #keep(key: string, page: StoredPage): StoredPage {
    if (page.status !== 404) {
      this.store.set(key, page);
      return page;
    }
    this.store.delete(key);
    if (this.#missing.size >= maxMissingUrls) this.#missing.clear();
    // This key cannot collide with a URL, because URLs begin with a slash.
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
