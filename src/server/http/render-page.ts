/** One render of one page by Astro, with everything that has to be known to keep it. */
import type { HeaderList, RenderedPage } from '../cache/stored-page.ts';
import type { PaymentHosts } from '../payments/environment.ts';
import type { Services } from '../services.ts';
import { pageAge, type Visit } from './locals.ts';
import { commonHeaders, documentHeaders, pagePolicy } from './security-headers.ts';

/** What a page's code answered: its HTML, or the bytes of any other answer. */
export interface Rendered {
  status: number;
  /** Null for a page that says nothing but its HTML. */
  headers: Headers | null;
  body: readonly string[] | Uint8Array;
}

/** What the built pages export (server/astro/entry.ts). */
export interface BuiltPages {
  render(address: string, locals: App.Locals, headers?: Headers): Promise<Rendered>;
  inlineHashes: { script: string[]; style: string[] };
}

/** Headers that are ours to write, or belong to one connection. */
const dropped = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'date',
  'transfer-encoding',
  'x-atoll-max-age',
  'x-atoll-tags',
]);

/**
 * @param address absolute, on SITE_URL
 * @param visit what the page is handed; its report is read when the page is finished
 * @param headers those the page may depend on
 */
export async function renderPage(
  services: Services,
  built: BuiltPages,
  address: string,
  visit: Visit,
  hosts: PaymentHosts,
  headers?: Headers,
): Promise<RenderedPage> {
  const { locals, collected } = visit;
  const { status, headers: own, body } = await built.render(address, locals, headers);
  const cacheControl = own?.get('cache-control') ?? '';
  const ownAge = Number(own?.get('x-atoll-max-age') ?? Number.POSITIVE_INFINITY);
  for (const tag of own?.get('x-atoll-tags')?.split(',') ?? []) collected.tags.add(tag);
  return {
    status,
    headers: own ? pageHeaders(own, services, built, hosts) : plainHeaders(services, built, hosts),
    body,
    tags: [...collected.tags],
    changesAt: collected.changesAt,
    cacheControl: cacheControl.startsWith('public') ? cacheControl : null,
    maxAge: Math.min(ownAge, pageAge(services)),
    root: locals.root,
    complete: !collected.failed && status < 500 && !/no-store|no-cache/.test(cacheControl),
  };
}

/** One list for all pages that say nothing of their own, for the same hosts. */
const plainLists = new WeakMap<PaymentHosts, HeaderList>();

function plainHeaders(services: Services, built: BuiltPages, hosts: PaymentHosts): HeaderList {
  let list = plainLists.get(hosts);
  if (!list) {
    list = pageHeaders(new Headers({ 'content-type': 'text/html' }), services, built, hosts);
    plainLists.set(hosts, list);
  }
  return list;
}

function pageHeaders(
  headers: Headers,
  { env }: Services,
  built: BuiltPages,
  hosts: PaymentHosts,
): HeaderList {
  const own: HeaderList = [...headers].filter(([name]) => !dropped.has(name));
  const kept = [...own, ...commonHeaders(env)];
  const type = headers.get('content-type') ?? '';
  if (!type.startsWith('text/html')) return kept;
  return [
    ...kept.map(([name, value]): [string, string] =>
      name === 'content-type' ? [name, 'text/html; charset=utf-8'] : [name, value],
    ),
    ['Content-Security-Policy', policyFor(hosts, built, env.SITE_URL.startsWith('https:'))],
    ...documentHeaders,
  ];
}

/** Written once for the same hosts: nothing else in it differs between pages. */
const policies = new WeakMap<PaymentHosts, string>();

function policyFor(hosts: PaymentHosts, { inlineHashes }: BuiltPages, secure: boolean): string {
  const written = policies.get(hosts);
  if (written !== undefined) return written;
  const { script: scriptHashes, style: styleHashes } = inlineHashes;
  const policy = pagePolicy({ hosts, scriptHashes, styleHashes, secure });
  policies.set(hosts, policy);
  return policy;
}
