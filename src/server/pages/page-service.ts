/** Serves the pages of a running process: connects the page cache, its purges, and Astro's renderer. */
import cluster from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { callerFromHeaders } from '../api/caller.ts';
import { maskPath } from '../api/mask-path.ts';
import { PageCache, pageCacheBytes } from '../cache/page-cache.ts';
import { recompressNextPage } from '../cache/page-encodings.ts';
import { maxReadMs, PurgePoll, pollIntervalMs } from '../cache/purge-poll.ts';
import { ReadCache } from '../cache/read-cache.ts';
import { type RenderedPage, type StoredPage, toStoredPage } from '../cache/stored-page.ts';
import type { TaggedCache } from '../cache/tagged-cache.ts';
import type { Caller } from '../core/caller.ts';
import { parseTrustedProxies } from '../core/client-address.ts';
import type { PageApi } from '../core/page-dependencies.ts';
import type { Services } from '../core/services.ts';
import { isDatabaseUnavailable } from '../db/lost-connection.ts';
import { retryUntilReachable, startTimeoutMs } from '../db/reachable.ts';
import { paymentHosts } from '../payments/providers.ts';
import { getRemoteApiPageOptions, recogniseUnlessRemote } from '../platform/front.ts';
import { loadAstro } from './astro-handler.ts';
import { purgeCdn } from './cdn-purge.ts';
import { pageApi } from './locals.ts';
import { toPageRequest } from './page-request.ts';
import { renderPage } from './render-page.ts';

/** Why a page cannot be rendered now: too many requests (`busy`), or the database is unreachable (`away`). */
export type PageUnavailableReason = 'busy' | 'away';

export interface PageService {
  cache: PageCache;
  /** Renders a page for one visitor, with that visitor's request headers. Not cached. */
  renderFor(address: string, headers: Headers, socketAddress: string): Promise<RenderedPage>;
  /** Renders a page that is the same for all visitors but has too many URLs to be cached. */
  renderOnce(address: string): Promise<RenderedPage>;
  /** Returns the error page for a URL that cannot be rendered now, with status 503 and Retry-After. */
  notNow(reason: PageUnavailableReason): Promise<StoredPage>;
  /** Renders a page with another API, such as one that returns draft settings. Not cached. */
  renderDraft(address: string, api: PageApi): Promise<RenderedPage>;
  /** Applies all purges committed before the call to the caches of this process. */
  applyPurges(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Size of the read cache (product cards, settings, shared HTML), bytes. A product card takes about 3 KB as data and 3 KB as HTML.
 */
const readBytes = 16 * 1024 * 1024;
/**
 * Seconds for which an expired page is still served while it is rendered again. A page's total lifetime must stay below one hour,
 * because purges are stored for an hour: a process that missed older purges then no longer has any page that they affect.
 */
const staleSeconds = 2400;
/**
 * Minimum interval between two compressions, ms, and the minimum pause after each one as a multiple of its duration, so that
 * compression uses at most a tenth of one core.
 */
const compressEvery = 250;
const compressRest = 9;

export async function createPageService(services: Services): Promise<PageService> {
  const { env, log } = services;
  const astro = await loadAstro();
  const reads = new ReadCache({
    now: services.now,
    isCurrent: () => purges.isCurrent,
    maxBytes: readBytes,
  });
  const api = pageApi(services, reads);
  const localHosts = paymentHosts(services.payments.values());
  const front = getRemoteApiPageOptions(services, api);
  const isTrusted = parseTrustedProxies(env.TRUSTED_PROXIES);
  // Only one process per machine purges the CDN; if it exits, the process that replaces it takes over.
  const canPurgeCdn = !cluster.isWorker || process.env.ATOLL_TELLS_CDN === '1';
  const forget = (tags: readonly string[] | 'everything') => {
    reads.forget(tags);
    cache.forget(tags);
  };
  const hasNeighbours = cluster.isWorker || env.DATABASE_URL !== undefined;
  const poll = new PurgePoll({
    sync: () => services.purges.sync(),
    onFailing: (error) => log.error({ err: error }, 'purge feed failed'),
    onReadAgain: (milliseconds) => log.warn({ ms: Math.round(milliseconds) }, 'purge feed restored'),
    monotonicNow: () => performance.now(),
  });
  services.purges.subscribe((tags) => {
    if (tags.length > 0) forget(tags);
    poll.renew();
    if (tags.length === 0 || tags === 'everything' || !canPurgeCdn) return;
    // Gives other processes time to apply the purge: otherwise a CDN that revalidates a page could get the outdated one from their
    // caches.
    void pause(hasNeighbours ? 2 * pollIntervalMs : 0).then(() => purgeCdn(services, tags));
  });
  const purges = front?.purges ?? poll;
  const render = async (requestedPath: string, headers?: Headers, caller?: Caller, answers = api) => {
    // Responses of another platform, drafts and private pages must not share HTML fragments with other pages.
    const parts = front || caller || answers !== api ? undefined : reads;
    const { context, address } = await toPageRequest(services, answers, requestedPath, caller, parts);
    return renderPage(
      services,
      astro,
      env.SITE_URL + address,
      context,
      (await front?.hosts()) ?? localHosts,
      headers,
    );
  };
  const cache = new PageCache({
    render,
    purges,
    now: services.now,
    maxBytes: pageCacheBytes,
    staleSeconds: front?.staleSeconds ?? staleSeconds,
    onError(error, key) {
      // Database failures were already logged by the API call.
      if (isDatabaseUnavailable(error)) return;
      log.error({ err: error, path: maskPath(key) }, 'page refresh failed');
    },
  });
  if (purges === poll) await awaitFirstSync(services);
  const timer = setInterval(() => {
    // `onFailing` has already logged the error.
    purges.applyPurges().catch(() => {});
  }, pollIntervalMs);
  const stopCompressing = compressAgain(cache.store, log);
  const notNowPages = new Map<PageUnavailableReason, Promise<StoredPage>>();
  const renderNotNow = async (reason: PageUnavailableReason) => {
    const address = reason === 'busy' ? '/503' : '/503?away';
    const page = toStoredPage({ ...(await render(address)), complete: false }, services.now(), 0);
    // Sets `hits` above 0, so that send-page.ts caches the response head: this page is sent many times.
    page.hits = 1;
    return page;
  };
  return {
    cache,
    applyPurges: () => purges.applyPurges(),
    renderOnce: (address) => render(address),
    async renderFor(address, headers, socketAddress) {
      const caller = await recogniseUnlessRemote(
        services,
        callerFromHeaders(headers, socketAddress, isTrusted),
        address,
      );
      return render(address, headers, caller);
    },
    notNow(reason) {
      const page = notNowPages.get(reason) ?? renderNotNow(reason);
      notNowPages.set(reason, page);
      page.catch(() => notNowPages.delete(reason));
      return page;
    },
    renderDraft: (address, drafts) => render(address, undefined, undefined, drafts),
    async stop() {
      clearInterval(timer);
      stopCompressing();
      await purges.applyPurges().catch(() => {});
    },
  };
}

/**
 * Reads the purges for the first time and waits for the database if needed. Cached pages must not be served before this succeeds.
 */
async function awaitFirstSync({ env, log, purges }: Services): Promise<void> {
  const sync = () => purges.sync();
  if (!env.DATABASE_URL) return sync();
  await retryUntilReachable(env.DATABASE_URL, sync, {
    withinMs: startTimeoutMs,
    tryTimeoutMs: maxReadMs,
    log,
  });
}

/** Recompresses cached pages one by one, off the main thread. @returns a function that stops the recompression */
function compressAgain(store: TaggedCache<StoredPage>, log: Logger): () => void {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const next = (wait: number) => {
    timer = setTimeout(async () => {
      const began = performance.now();
      await recompressNextPage(store).catch((error) => log.error({ err: error }, 'page compression failed'));
      if (!stopped) next(Math.max(compressEvery, compressRest * (performance.now() - began)));
    }, wait);
  };
  next(compressEvery);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
