/** `Astro.locals`, through which pages access the server. Created for every render. */
import { hash, randomBytes } from 'node:crypto';
import type { Envelope, RequestInput, ResponseData } from '#lib/contract/endpoint.ts';
import type { EndpointKey, Endpoints } from '#lib/contract/table.ts';
import type { ErrorPageHeader } from '#lib/pages/error-page-header.ts';
import type { ReadCache } from '../cache/read-cache.ts';
import type { PageQueryValues } from '../cache/stored-page.ts';
import { unwrapCachedQuery } from '../core/cached-reads.ts';
import type { Caller } from '../core/caller.ts';
import {
  addDependencies,
  createDependencyReporter,
  createPageDependencies,
  type PageApi,
  type PageDependencies,
} from '../core/page-dependencies.ts';
import type { Services } from '../core/services.ts';
import { createPlatformApi, usesRemoteApi } from '../platform/front.ts';
import { localApi } from './local-api.ts';

export interface CacheHints {
  /** Cache tags that the API handlers have reported. */
  tags: string[];
  /**
   * Seconds until the page expires without a purge: until its next scheduled change, but at most the maximum age of cached pages.
   */
  maxAge: number;
}

export interface PageLocals {
  /** Public origin of the pages without a trailing slash, even if another platform serves the API. */
  origin: string;
  /** Language of the URL; '' for the shop's default language. */
  lang: string;
  /** URL prefix of the language, such as `/de`; '' for the default language. */
  root: string;
  /** Calls the API in-process. Never throws: errors are returned as an envelope with an error code. */
  api<Key extends EndpointKey>(
    key: Key,
    input?: RequestInput<Endpoints[Key]>,
  ): Promise<Envelope<ResponseData<Endpoints[Key]>>>;
  /**
   * Returns an HTML fragment that is identical on all pages that render it from the same API responses. Pages shared by all
   * visitors take it from the read cache, and inherit the cache tags and expiry time of those responses; other pages render it.
   * @param name identifies everything else that the HTML depends on, except the language
   * @param sources responses of `api` from which the HTML is rendered
   */
  part(name: string, sources: readonly unknown[], render: () => Promise<string>): Promise<string>;
  /**
   * Returns the cache hints of the API calls made so far. They are informational: the server computes the final ones after
   * rendering.
   */
  cacheHints(): CacheHints;
  /**
   * The shop's page header (logo, menu) for the 500 page; null until a page that is the same for all visitors has been rendered.
   */
  errorFrame: ErrorPageHeader | null;
  /** Saves the shop's page header (logo, menu) for the 500 page. Ignored on private pages and previews. */
  saveErrorFrame(frame: ErrorPageHeader): void;
  /**
   * Reports the tracking pixels that the page may load after consent: ids by service. The page's security policy blocks all
   * others.
   */
  loadsPixels(ids: Record<string, string>): void;
  /**
   * Reports which values the page's query parameters can have. URLs with any other value are served from the cache without
   * rendering.
   */
  names(names: PageQueryValues): void;
  /**
   * Makes the page one of the admin, which has its own security policy.
   * @returns the nonce that the policy allows for style elements
   */
  adminNonce(): string;
  /** Logs the error that made a render fail. @param route route pattern of the page */
  failed(error: unknown, route: string): void;
}

/** The context of one page render: its locals, and what the page and its API calls reported. */
export interface RenderContext {
  locals: PageLocals;
  dependencies: PageDependencies;
  /** Pixel ids by service, as reported by the page. */
  pixels: Record<string, string>;
  names: PageQueryValues;
  /** Nonce for style elements if the page belongs to the admin; '' for pages of the shop. */
  adminNonce: string;
}

/**
 * Returns the maximum age of a cached page in seconds. It is 60 s if another platform serves the API, because that platform sends
 * no purges.
 */
export function maxPageAgeSeconds(services: Pick<Services, 'env'>): number {
  return usesRemoteApi(services.env) ? 60 : 600;
}

/**
 * Returns the API client for pages. It calls the handlers of this process, or the other platform that serves the API.
 * @param reads cache for API responses that are the same for all visitors; the caller must invalidate it on purges
 */
export function pageApi(services: Services, reads?: ReadCache): PageApi {
  return createPlatformApi(services) ?? localApi(services, undefined, reads);
}

/** The shop's page header (logo, menu) for the 500 page, saved by the last rendered page that is the same for all visitors. */
const errorFrames = new WeakMap<Services, ErrorPageHeader>();

/**
 * Creates the context of one page render.
 * @param caller the visitor; omitted for pages that are the same for all visitors
 * @param parts cache for HTML fragments of pages that are the same for all visitors; omitted if nothing may be shared, as in
 * previews
 */
export function createRenderContext(
  services: Services,
  api: PageApi,
  caller?: Caller,
  parts?: ReadCache,
): RenderContext {
  const dependencies = createPageDependencies();
  const pixels: Record<string, string> = {};
  const names: PageQueryValues = {};
  /** Cache tags and expiry time that each API call reported, by response data. */
  const reports = new Map<unknown, PageDependencies>();
  const context: RenderContext = {
    dependencies,
    pixels,
    names,
    adminNonce: '',
    locals: {
      origin: services.env.SITE_URL,
      lang: '',
      root: '',
      async api(key, input) {
        if (!parts) return api(key, input, dependencies, caller);
        const callDependencies = createPageDependencies();
        const answer = await api(key, input, callDependencies, caller);
        addDependencies(dependencies, callDependencies);
        reports.set(answer.data, callDependencies);
        return answer;
      },
      async part(name, sources, render) {
        if (!parts) return render();
        const { lang } = context.locals;
        const key = ['part', lang, name, ...sources.map(digestOf)].join(' ');
        const reading = await parts.read(key, async () => {
          const partDependencies = createPageDependencies();
          for (const source of sources)
            addDependencies(partDependencies, reports.get(source) ?? createPageDependencies());
          // Flattens the string: one that is concatenated from hundreds of parts takes several times its length in memory.
          const html = Buffer.from(await render()).toString();
          return { value: html, tags: [...partDependencies.tags], changesAt: partDependencies.changesAt };
        });
        return unwrapCachedQuery(reading, createDependencyReporter(dependencies));
      },
      errorFrame: errorFrames.get(services) ?? null,
      saveErrorFrame: (frame) => {
        if (parts) errorFrames.set(services, frame);
      },
      cacheHints: () => {
        const remainingMs = (dependencies.changesAt ?? Number.POSITIVE_INFINITY) - services.now();
        const maxAge = Math.max(0, Math.min(maxPageAgeSeconds(services), Math.floor(remainingMs / 1000)));
        return { tags: [...dependencies.tags], maxAge };
      },
      loadsPixels: (ids) => {
        Object.assign(pixels, ids);
      },
      names: (pageNames) => {
        Object.assign(names, pageNames);
      },
      adminNonce: () => {
        context.adminNonce ||= randomBytes(16).toString('base64url');
        return context.adminNonce;
      },
      failed: (error, route) => {
        dependencies.failed = true;
        services.log.error({ err: error, route }, 'page rendering failed');
      },
    },
  };
  return context;
}

/** Digests of frozen responses, which are cached and shared between pages (cache/read-cache.ts). */
const digests = new WeakMap<object, string>();

/**
 * Returns a digest of a response's content. A page being rendered during a purge may still use data read before it. As the digest
 * is part of the cache key, a page with newer data never uses HTML rendered from the old data.
 */
function digestOf(source: unknown): string {
  const cached = Object.isFrozen(source) && digests.get(Object(source));
  if (cached) return cached;
  const digest = hash('sha256', JSON.stringify(source), 'base64url');
  if (Object.isFrozen(source)) digests.set(Object(source), digest);
  return digest;
}
