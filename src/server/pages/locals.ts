/** What pages reach the server through: `Astro.locals`, made anew for every render. */
import { hash } from 'node:crypto';
import type { CallData, CallInput, Envelope } from '#lib/contract/endpoint.ts';
import type { EndpointKey, Endpoints } from '#lib/contract/table.ts';
import type { ErrorFrame } from '#lib/pages/error-frame.ts';
import type { ReadCache } from '../cache/read-cache.ts';
import type { QueryNames } from '../cache/stored-page.ts';
import { use } from '../core/cached-reads.ts';
import type { Caller } from '../core/caller.ts';
import {
  addDependencies,
  noDependencies,
  type PageApi,
  type PageDependencies,
  reportTo,
} from '../core/page-dependencies.ts';
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
   * Returns HTML that is equal on all pages that render it from the same answers. Pages that are everybody's take it from the read
   * cache, with the tags and the next change of these answers; all others render it.
   * @param name what else it depends on, beside the language
   * @param sources answers of `api`
   */
  part(name: string, sources: readonly unknown[], render: () => Promise<string>): Promise<string>;
  /**
   * What the calls so far say about how long the page holds. Nothing has to be done with it: the server reads it when
   * the page is finished.
   */
  cacheHints(): CacheHints;
  /** The shop's part of the 500 page, null until a page was rendered for everybody. */
  errorFrame: ErrorFrame | null;
  /** Stores the shop's part of the 500 page; pages of one visitor and previews change nothing. */
  saveErrorFrame(frame: ErrorFrame): void;
  /** Says whose pixels the page may load after consent: ids by service. Others find its security policy closed. */
  loadsPixels(ids: Record<string, string>): void;
  /** Says what the page's query can name: other URLs say nothing new, and are answered without a render. */
  names(names: QueryNames): void;
  /** Tells the log why a render broke; `route` is the page's pattern. */
  failed(error: unknown, route: string): void;
}

/** One render of one page: what it is handed, and what its calls reported. */
export interface RenderContext {
  locals: PageLocals;
  dependencies: PageDependencies;
  /** As the page said it. */
  pixels: Record<string, string>;
  names: QueryNames;
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

/** Of each shop's newest page that is the same for everybody. */
const errorFrames = new WeakMap<Services, ErrorFrame>();

/**
 * @param caller whose page it is; left out for pages that are the same for everybody
 * @param parts caches HTML that such pages share; left out where nothing may be shared, as in previews
 */
export function createRenderContext(
  services: Services,
  api: PageApi,
  caller?: Caller,
  parts?: ReadCache,
): RenderContext {
  const dependencies = noDependencies();
  const pixels: Record<string, string> = {};
  const names: QueryNames = {};
  /** What each answer was made from. */
  const reports = new Map<unknown, PageDependencies>();
  const context: RenderContext = {
    dependencies,
    pixels,
    names,
    locals: {
      origin: services.env.SITE_URL,
      lang: '',
      root: '',
      async api(key, input) {
        if (!parts) return api(key, input, dependencies, caller);
        const own = noDependencies();
        const answer = await api(key, input, own, caller);
        addDependencies(dependencies, own);
        reports.set(answer.data, own);
        return answer;
      },
      async part(name, sources, render) {
        if (!parts) return render();
        const { lang } = context.locals;
        const key = ['part', lang, name, ...sources.map(digestOf)].join(' ');
        const reading = await parts.read(key, async () => {
          const own = noDependencies();
          for (const source of sources) addDependencies(own, reports.get(source) ?? noDependencies());
          // One flat text: joined from hundreds of pieces it takes several times its length in memory.
          const html = Buffer.from(await render()).toString();
          return { value: html, tags: [...own.tags], changesAt: own.changesAt };
        });
        return use(reading, reportTo(dependencies));
      },
      errorFrame: errorFrames.get(services) ?? null,
      saveErrorFrame: (frame) => {
        if (parts) errorFrames.set(services, frame);
      },
      cacheHints: () => {
        const left = (dependencies.changesAt ?? Number.POSITIVE_INFINITY) - services.now();
        const maxAge = Math.max(0, Math.min(pageAge(services), Math.floor(left / 1000)));
        return { tags: [...dependencies.tags], maxAge };
      },
      loadsPixels: (ids) => {
        Object.assign(pixels, ids);
      },
      names: (pageNames) => {
        Object.assign(names, pageNames);
      },
      failed: (error, route) => {
        dependencies.failed = true;
        services.log.error({ err: error, route }, 'page rendering failed');
      },
    },
  };
  return context;
}

/** Frozen answers only: they are shared between pages (cache/read-cache.ts). */
const digests = new WeakMap<object, string>();

/**
 * Of an answer's content. A page may have read before a purge what it renders after it: by the name of its own data it never
 * leaves its HTML to a page with newer data.
 */
function digestOf(source: unknown): string {
  const cached = Object.isFrozen(source) && digests.get(Object(source));
  if (cached) return cached;
  const digest = hash('sha256', JSON.stringify(source), 'base64url');
  if (Object.isFrozen(source)) digests.set(Object(source), digest);
  return digest;
}
