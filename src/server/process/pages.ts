/** The shop's pages as a running process has them: the page cache, the purges it hears of, and Astro's renderer. */
import cluster from 'node:cluster';
import { offerPageCache } from '../cache/handle.ts';
import { PageCache } from '../cache/page-cache.ts';
import { polishOne } from '../cache/page-forms.ts';
import { PurgeFeed } from '../cache/purge-feed.ts';
import type { RenderedPage } from '../cache/stored-page.ts';
import { callerOf } from '../http/caller.ts';
import { trustedProxies } from '../http/client-address.ts';
import { createVisit, pageApi } from '../http/locals.ts';
import { type BuiltPages, renderPage } from '../http/render-page.ts';
import { paymentHosts } from '../payments/environment.ts';
import { remotePaymentHosts } from '../payments/remote-hosts.ts';
import type { Services } from '../services.ts';
import { purgeCdn } from './cdn-purge.ts';
import { joinRelay } from './purge-relay.ts';

export interface Pages {
  cache: PageCache;
  /** Renders for one visitor, with the headers of their request; not kept. */
  renderFor(address: string, headers: Headers, socketAddress: string): Promise<RenderedPage>;
  /** Renders what is the same for everybody but has too many addresses to keep. */
  renderOnce(address: string): Promise<RenderedPage>;
  /** Hears of every purge committed until now, in this process and its neighbours. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

const cacheBytes = 128 * 1024 * 1024;
/** A page past its age is served on this long, seconds, while one render replaces it. */
const staleSeconds = 3600;
const pollEvery = 1000;
const polishEvery = 250;

export async function openPages(services: Services): Promise<Pages> {
  const { env, log } = services;
  const built: BuiltPages = await import(new URL('../../../dist/server/entry.mjs', import.meta.url).href);
  const api = pageApi(services);
  const ownHosts = paymentHosts(env);
  const hosts = env.API_ORIGIN ? remotePaymentHosts(api, services.now) : async () => ownHosts;
  const isTrusted = trustedProxies(env.TRUSTED_PROXIES);
  const tellNeighbours = joinRelay((tags) => cache.forget(tags));
  // One process a machine is enough; whoever replaces it takes this over.
  const tellsCdn = !cluster.isWorker || process.env.ATOLL_TELLS_CDN === '1';
  const feed = env.API_ORIGIN
    ? null
    : new PurgeFeed({
        read: services.db.read,
        now: services.now,
        async onPurge(tags) {
          cache.forget(tags);
          await tellNeighbours(tags);
          if (tellsCdn) void purgeCdn(services, tags);
        },
      });
  const settle = () => feed?.sync() ?? Promise.resolve();
  const shared = async (address: string) =>
    renderPage(
      services,
      built,
      new Request(env.SITE_URL + address),
      createVisit(services, api),
      await hosts(),
    );
  const cache = new PageCache({
    render: shared,
    settle,
    now: services.now,
    maxBytes: cacheBytes,
    staleSeconds: env.API_ORIGIN ? 0 : staleSeconds,
    onError: (error, key) => log.error({ err: error, path: key }, 'a page could not be renewed'),
  });
  offerPageCache({ forget: (tags) => cache.forget(tags), forgetPath: (path) => cache.store.delete(path) });
  await feed?.open();
  const timers = [
    setInterval(() => {
      settle().catch((error) => {
        // What cannot be heard of is not served on: better rendered anew than old.
        cache.forget('everything');
        log.error({ err: error }, 'purges could not be read');
      });
    }, pollEvery),
    setInterval(() => void polishOne(cache.store).catch(() => false), polishEvery),
  ];
  return {
    cache,
    settle,
    renderOnce: shared,
    renderFor: async (address, headers, socketAddress) =>
      renderPage(
        services,
        built,
        new Request(env.SITE_URL + address, { headers }),
        createVisit(services, api, callerOf(headers, socketAddress, isTrusted)),
        await hosts(),
      ),
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await settle().catch(() => {});
    },
  };
}
