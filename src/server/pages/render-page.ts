/** One render of one page by Astro, with everything that has to be known to keep it. */
import { maskedPath } from '../api/masked-path.ts';
import { commonHeaders } from '../api/security-headers.ts';
import type { HeaderList, RenderedPage } from '../cache/stored-page.ts';
import type { PaymentHosts } from '../core/payment-provider.ts';
import type { Services } from '../core/services.ts';
import { DatabaseUnavailableError } from '../db/lost-connection.ts';
import { type AstroHandler, renderWithAstro } from './astro-handler.ts';
import { documentHeaders, type PagePolicy, pagePolicy } from './content-security-policy.ts';
import { pageAge, type RenderContext } from './locals.ts';
import { withPixelHosts } from './pixel-hosts.ts';

/** Headers that are ours to write, or belong to one connection. */
const dropped = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'date',
  'transfer-encoding',
]);

/**
 * Renders a page once.
 * @param address absolute, on SITE_URL
 * @param context what the page is handed; its report is read when the page is finished
 * @param headers those the page may depend on
 * @throws DatabaseUnavailableError when the page has no data because the database, or the platform behind these pages, cannot be reached
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
  const { status, headers: own, body } = await renderWithAstro(astro, address, locals, headers);
  // A page without its data is not missing or forbidden: search engines drop pages that answer so, and return after a 503.
  if (status !== 200 && dependencies.unavailable)
    throw new DatabaseUnavailableError('a call of the page failed');
  const path = address.slice(services.env.SITE_URL.length);
  if (status >= 500 && !dependencies.failed && !/^\/50[03](?:[/?]|$)/.test(path)) {
    services.log.error({ path: maskedPath(path), status }, 'page error without logged cause');
  }
  const cacheControl = own.get('cache-control') ?? '';
  return {
    status,
    headers: pageHeaders(own, services, hosts, pixels),
    body,
    tags: [...dependencies.tags],
    changesAt: dependencies.changesAt,
    cacheControl: cacheControl.startsWith('public') ? cacheControl : null,
    maxAge: pageAge(services),
    root: locals.root,
    complete: !dependencies.failed && status < 500 && !/no-store|no-cache/.test(cacheControl),
    names,
  };
}

/** Pages that say the same share one list: the policy alone is some 2.5 KB. */
const lists = new WeakMap<PaymentHosts, Map<string, HeaderList>>();
/** Lists cached for the same hosts. A page may say what no other does, such as where it leads to. */
const maxCachedPolicies = 500;

function pageHeaders(
  headers: Headers,
  { env }: Services,
  hosts: PaymentHosts,
  pixels: Record<string, string>,
): HeaderList {
  const own = [...headers].filter(([name]) => !dropped.has(name));
  const hashes = inlineHashes(headers.get('content-security-policy') ?? '');
  const key = JSON.stringify([own, hashes, pixels]);
  const cachedLists = lists.get(hosts) ?? new Map<string, HeaderList>();
  if (cachedLists.size > maxCachedPolicies) cachedLists.clear();
  lists.set(hosts, cachedLists);
  let list = cachedLists.get(key);
  if (!list) {
    list = [...own.map(withCharset), ...commonHeaders(env)];
    if (headers.get('content-type')?.startsWith('text/html')) {
      const policy = pagePolicy({
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

function withCharset([name, value]: readonly [string, string]): [string, string] {
  const isPage = name === 'content-type' && value.startsWith('text/html');
  return [name, isPage ? 'text/html; charset=utf-8' : value];
}

/** The `'sha256-…'` sources of a page's inline scripts and styles, of the policy that Astro answers with (`security.csp`). */
function inlineHashes(policy: string): Pick<PagePolicy, 'scriptHashes' | 'styleHashes'> {
  const hashesOf = (directive: string) =>
    (new RegExp(`(?:^|;)\\s*${directive} ([^;]*)`).exec(policy)?.[1] ?? '').match(/'sha256-[^']+'/g) ?? [];
  return { scriptHashes: hashesOf('script-src'), styleHashes: hashesOf('style-src') };
}
