/** What pages reach the server through: `Astro.locals`, made anew for every render. */
import type { CallData, CallInput, Envelope } from '#lib/contract/endpoint.ts';
import type { EndpointKey, Endpoints } from '#lib/contract/table.ts';
import type { ReadCache } from '../cache/read-cache.ts';
import type { Caller } from '../core/caller.ts';
import { noDependencies, type PageApi, type PageDependencies } from '../core/page-dependencies.ts';
import type { Services } from '../core/services.ts';
import { frontApi, isFront } from '../platform/front.ts';
import { localApi } from './local-api.ts';

export interface CacheHints {
  /** What the page was made from, as the handlers reported it. */
  tags: string[];
  /** Seconds the page holds unless it is purged: until it changes by itself, at most the page cache's own limit. */
  maxAge: number;
}

export interface PageLocals {
  /** Public origin of these pages, also when another platform answers the API; no trailing slash. */
  origin: string;
  /** The language of the address, '' for the shop's own. */
  lang: string;
  /** What the addresses of that language begin with: `/de`, '' for the shop's own. */
  root: string;
  /** Calls the API in-process. Refusals come back as an envelope with their code; nothing is thrown. */
  api<Key extends EndpointKey>(
    key: Key,
    input?: CallInput<Endpoints[Key]>,
  ): Promise<Envelope<CallData<Endpoints[Key]>>>;
  /**
   * What the calls so far say about how long the page holds. Nothing has to be done with it: the server reads it when
   * the page is finished.
   */
  cacheHints(): CacheHints;
  /** Says whose pixels the page may load after consent: ids by service. Others find its security policy closed. */
  loadsPixels(ids: Record<string, string>): void;
  /** Tells the log why a render broke; `route` is the page's pattern. */
  failed(error: unknown, route: string): void;
}

/** One render of one page: what it is handed, and what its calls reported. */
export interface RenderContext {
  locals: PageLocals;
  dependencies: PageDependencies;
  /** As the page said it. */
  pixels: Record<string, string>;
}

/** Longest a page is cached without a purge, seconds; in front of another platform, which sends no purges, pages live 60 s. */
export function pageAge(services: Pick<Services, 'env'>): number {
  return isFront(services.env) ? 60 : 600;
}

/**
 * The contract for pages: our own handlers, or the platform behind these pages.
 * @param reads caches what pages read alike; the caller invalidates it on purges
 */
export function pageApi(services: Services, reads?: ReadCache): PageApi {
  return frontApi(services) ?? localApi(services, undefined, reads);
}

/** @param caller whose page it is; left out for pages that are the same for everybody */
export function createRenderContext(services: Services, api: PageApi, caller?: Caller): RenderContext {
  const dependencies = noDependencies();
  const pixels: Record<string, string> = {};
  return {
    dependencies,
    pixels,
    locals: {
      origin: services.env.SITE_URL,
      lang: '',
      root: '',
      api: (key, input) => api(key, input, dependencies, caller),
      cacheHints: () => {
        const left = (dependencies.changesAt ?? Number.POSITIVE_INFINITY) - services.now();
        const maxAge = Math.max(0, Math.min(pageAge(services), Math.floor(left / 1000)));
        return { tags: [...dependencies.tags], maxAge };
      },
      loadsPixels: (ids) => {
        Object.assign(pixels, ids);
      },
      failed: (error, route) => {
        dependencies.failed = true;
        services.log.error({ err: error, route }, 'a page could not be rendered');
      },
    },
  };
}
