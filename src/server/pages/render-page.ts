/** Renders one page with Astro and collects the data that is needed to cache it. */
import { maskPath } from '../api/mask-path.ts';
import { commonHeaders } from '../api/security-headers.ts';
import type { HeaderList, RenderedPage } from '../cache/stored-page.ts';
import type { PaymentHosts } from '../core/payment-provider.ts';
import type { Services } from '../core/services.ts';
import { DatabaseUnavailableError } from '../db/lost-connection.ts';
import { type AstroHandler, renderWithAstro } from './astro-handler.ts';
import {
  adminDocumentHeaders,
  buildAdminPolicy,
  buildPagePolicy,
  documentHeaders,
  type PagePolicy,
} from './content-security-policy.ts';
import { maxPageAgeSeconds, type RenderContext } from './locals.ts';
import { withPixelHosts } from './pixel-hosts.ts';

/** Response headers that the server sets itself, or that belong to a single connection. */
const dropped = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'date',
  'transfer-encoding',
]);

/**
 * Renders a page.
 * @param address absolute URL on SITE_URL
 * @param context passed to the page; its dependencies are read after rendering
 * @param headers request headers that the page may depend on
 * @throws DatabaseUnavailableError if data is missing because the database or the platform is unreachable
 */
export async function renderPage(
  services: Services,
  astro: AstroHandler,
  address: string,
  context: RenderContext,
  hosts: PaymentHosts,
  headers?: Headers,
): Promise<RenderedPage> {
  const { locals, dependencies, pixels, names } = context;
  const { status, headers: responseHeaders, body } = await renderWithAstro(astro, address, locals, headers);
  // Respond with 503: the page may exist although the render returned 404 or 403. Search engines drop such pages, but return after a 503.
  if (status !== 200 && dependencies.unavailable)
    throw new DatabaseUnavailableError('a request for data of the page failed');
  const path = address.slice(services.env.SITE_URL.length);
  if (status >= 500 && !dependencies.failed && !/^\/50[03](?:[/?]|$)/.test(path)) {
    services.log.error({ path: maskPath(path), status }, 'page error without logged cause');
  }
  const cacheControl = responseHeaders.get('cache-control') ?? '';
  return {
    status,
    headers:
      context.adminNonce === ''
        ? pageHeaders(responseHeaders, services, hosts, pixels)
        : adminHeaders(responseHeaders, services, context.adminNonce),
    body,
    tags: [...dependencies.tags],
    changesAt: dependencies.changesAt,
    cacheControl: cacheControl.startsWith('public') ? cacheControl : null,
    maxAge: maxPageAgeSeconds(services),
    root: locals.root,
    complete: !dependencies.failed && status < 500 && !/no-store|no-cache/.test(cacheControl),
    names,
  };
}

/** Header lists by content. Pages with equal headers share one list, because the security policy alone takes about 2.5 KB. */
const lists = new WeakMap<PaymentHosts, Map<string, HeaderList>>();
/** Maximum number of cached header lists per set of hosts. Some headers are unique to a page, such as a redirect's target. */
const maxCachedPolicies = 500;

function pageHeaders(
  headers: Headers,
  { env }: Services,
  hosts: PaymentHosts,
  pixels: Record<string, string>,
): HeaderList {
  const forwardedHeaders = [...headers].filter(([name]) => !dropped.has(name));
  const hashes = inlineHashes(headers.get('content-security-policy') ?? '');
  const key = JSON.stringify([forwardedHeaders, hashes, pixels]);
  const cachedLists = lists.get(hosts) ?? new Map<string, HeaderList>();
  if (cachedLists.size > maxCachedPolicies) cachedLists.clear();
  lists.set(hosts, cachedLists);
  let list = cachedLists.get(key);
  if (!list) {
    list = [...forwardedHeaders.map(withCharset), ...commonHeaders(env)];
    if (headers.get('content-type')?.startsWith('text/html')) {
      const policy = buildPagePolicy({
        hosts: withPixelHosts(hosts, pixels),
        ...hashes,
        secure: env.SITE_URL.startsWith('https:'),
      });
      list = [...list, ['Content-Security-Policy', policy], ...documentHeaders];
    }
    cachedLists.set(key, list);
  }
  return list;
}

function adminHeaders(headers: Headers, { env }: Services, nonce: string): HeaderList {
  const forwardedHeaders = [...headers].filter(([name]) => !dropped.has(name));
  const policy = buildAdminPolicy(nonce, env.SITE_URL.startsWith('https:'));
  return [
    ...forwardedHeaders.map(withCharset),
    ...commonHeaders(env),
    ['Content-Security-Policy', policy],
    ...adminDocumentHeaders,
  ];
}

function withCharset([name, value]: readonly [string, string]): [string, string] {
  const isPage = name === 'content-type' && value.startsWith('text/html');
  return [name, isPage ? 'text/html; charset=utf-8' : value];
}

/** Returns the hashes of a page's inline scripts and styles, taken from the policy that Astro generated (`security.csp`). */
function inlineHashes(policy: string): Pick<PagePolicy, 'scriptHashes' | 'styleHashes'> {
  const hashesOf = (directive: string) =>
    (new RegExp(`(?:^|;)\\s*${directive} ([^;]*)`).exec(policy)?.[1] ?? '').match(/'sha256-[^']+'/g) ?? [];
  return { scriptHashes: hashesOf('script-src'), styleHashes: hashesOf('style-src') };
}
