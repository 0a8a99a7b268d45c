/** The shop's pages as a running process has them: the page cache, the purges it hears of, and Astro's renderer. */
import cluster from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { callerOf } from '../api/caller.ts';
import { maskedPath } from '../api/masked-path.ts';
import { PageCache, pageCacheBytes } from '../cache/page-cache.ts';
import { compressOneAgain } from '../cache/page-encodings.ts';
import { maxReadMs, PurgePoll, pollEvery } from '../cache/purge-watch.ts';
import { ReadCache } from '../cache/read-cache.ts';
import { type RenderedPage, type StoredPage, toStoredPage } from '../cache/stored-page.ts';
import type { TaggedCache } from '../cache/tagged-cache.ts';
import type { Caller } from '../core/caller.ts';
import { trustedProxies } from '../core/client-address.ts';
import type { PageApi } from '../core/page-dependencies.ts';
import type { Services } from '../core/services.ts';
import { isDatabaseAway } from '../db/lost-connection.ts';
import { startTimeoutMs, whenReachable } from '../db/reachable.ts';
import { paymentHosts } from '../payments/providers.ts';
import { frontPages, recogniseUnlessFront } from '../platform/front.ts';
import { loadAstro } from './astro-handler.ts';
import { purgeCdn } from './cdn-purge.ts';
import { pageApi } from './locals.ts';
import { toPageRequest } from './page-request.ts';
import { renderPage } from './render-page.ts';

/** Why a page is not rendered now: too many are requested, or the database cannot be reached. */
export type NotNow = 'busy' | 'away';

export interface Pages {
  cache: PageCache;
  /** Renders for one visitor, with the headers of their request; not cached. */
  renderFor(address: string, headers: Headers, socketAddress: string): Promise<RenderedPage>;
  /** Renders what is the same for everybody but has too many addresses to cache. */
  renderOnce(address: string): Promise<RenderedPage>;
  /** Returns the page for a URL that cannot be rendered now; it answers 503 with Retry-After. */
  notNow(reason: NotNow): Promise<StoredPage>;
  /** Renders from what another API answers, such as drafts of settings; not cached. */
  renderDraft(address: string, api: PageApi): Promise<RenderedPage>;
  /** Hears of every purge committed until now, and forgets what it concerns in this process. */
  hear(): Promise<void>;
  stop(): Promise<void>;
}

/** Cards, settings and shared HTML for the next render; a card takes about 3 KB as data and 3 KB as HTML. */
const readBytes = 16 * 1024 * 1024;
/**
 * A page past its age is served on this long, seconds, while one render replaces it. Its whole life stays below the hour
 * for which purges can be read, so a process that could not read them for longer has nothing left that they concern.
 */
const staleSeconds = 2400;
/** A page at most so often, ms, and resting so many times as long as it took: a tenth of one core at the most. */
const compressEvery = 250;
const compressRest = 9;

export async function openPages(services: Services): Promise<Pages> {
  const { env, log } = services;
  const astro = await loadAstro();
  const reads = new ReadCache({
    now: services.now,
    isSure: () => purges.isSure,
    maxBytes: readBytes,
  });
  const api = pageApi(services, reads);
  const ownHosts = paymentHosts(services.payments.values());
  const front = frontPages(services, api);
  const isTrusted = trustedProxies(env.TRUSTED_PROXIES);
  // One process a machine is enough; its replacement takes this over.
  const tellsCdn = !cluster.isWorker || process.env.ATOLL_TELLS_CDN === '1';
  const forget = (tags: readonly string[] | 'everything') => {
    reads.forget(tags);
    cache.forget(tags);
  };
  const hasNeighbours = cluster.isWorker || env.DATABASE_URL !== undefined;
  const poll = new PurgePoll({
    sync: () => services.purges.sync(),
    onFailing: (error) => log.error({ err: error }, 'purge feed failed'),
    onReadAgain: (milliseconds) => log.warn({ ms: Math.round(milliseconds) }, 'purge feed restored'),
    clock: () => performance.now(),
  });
  services.purges.subscribe((tags) => {
    if (tags.length > 0) forget(tags);
    poll.renew();
    if (tags.length === 0 || tags === 'everything' || !tellsCdn) return;
    // A CDN that revalidates must not be given what another process still has cached.
    void pause(hasNeighbours ? 2 * pollEvery : 0).then(() => purgeCdn(services, tags));
  });
  const purges = front?.purges ?? poll;
  const render = async (asked: string, headers?: Headers, caller?: Caller, answers = api) => {
    // Another platform's answers, drafts and what one visitor sees leave no HTML to other pages.
    const parts = front || caller || answers !== api ? undefined : reads;
    const { context, address } = await toPageRequest(services, answers, asked, caller, parts);
    return renderPage(
      services,
      astro,
      env.SITE_URL + address,
      context,
      (await front?.hosts()) ?? ownHosts,
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
      // Failures of the database were logged with the call.
      if (isDatabaseAway(error)) return;
      log.error({ err: error, path: maskedPath(key) }, 'page refresh failed');
    },
  });
  if (purges === poll) await hearFirst(services);
  const timer = setInterval(() => {
    // `onFailing` has logged it.
    purges.hear().catch(() => {});
  }, pollEvery);
  const stopCompressing = compressAgain(cache.store, log);
  const notNowPages = new Map<NotNow, Promise<StoredPage>>();
  const renderNotNow = async (reason: NotNow) => {
    const address = reason === 'busy' ? '/503' : '/503?away';
    const page = toStoredPage({ ...(await render(address)), complete: false }, services.now(), 0);
    // Sent again and again from the first time on, so its head is worth keeping (send-page.ts).
    page.hits = 1;
    return page;
  };
  return {
    cache,
    hear: () => purges.hear(),
    renderOnce: (address) => render(address),
    async renderFor(address, headers, socketAddress) {
      const caller = await recogniseUnlessFront(services, callerOf(headers, socketAddress, isTrusted));
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
      await purges.hear().catch(() => {});
    },
  };
}

/** Before the first read there is nothing to show: it is waited for as a starting process waits for its database. */
async function hearFirst({ env, log, purges }: Services): Promise<void> {
  const sync = () => purges.sync();
  if (!env.DATABASE_URL) return sync();
  await whenReachable(env.DATABASE_URL, sync, { withinMs: startTimeoutMs, tryTimeoutMs: maxReadMs, log });
}

/** Compresses pages better one after the other, on another thread than requests. @returns ends it */
function compressAgain(store: TaggedCache<StoredPage>, log: Logger): () => void {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const next = (wait: number) => {
    timer = setTimeout(async () => {
      const began = performance.now();
      await compressOneAgain(store).catch((error) => log.error({ err: error }, 'page compression failed'));
      if (!stopped) next(Math.max(compressEvery, compressRest * (performance.now() - began)));
    }, wait);
  };
  next(compressEvery);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
