/** One render of one page by Astro, with everything that has to be known to keep it. */
import type { RenderedPage } from '../cache/stored-page.ts';
import type { PaymentHosts } from '../payments/environment.ts';
import type { Services } from '../services.ts';
import type { Collected } from './collected.ts';
import { pageAge, type Visit } from './locals.ts';
import { commonHeaders, documentHeaders, type HeaderList, pagePolicy } from './security-headers.ts';

/** What a page's code answered: its HTML, or the bytes of any other answer. */
export interface Rendered {
  status: number;
  headers: Headers;
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
  const response = await built.render(address, locals, headers);
  const cacheControl = response.headers.get('cache-control') ?? '';
  const own = Number(response.headers.get('x-atoll-max-age') ?? Number.POSITIVE_INFINITY);
  return {
    status: response.status,
    headers: pageHeaders(response, services, built, hosts),
    body: response.body,
    tags: [...new Set([...collected.tags, ...namedTags(response)])],
    changesAt: collected.changesAt,
    cacheControl: cacheControl.startsWith('public') ? cacheControl : null,
    maxAge: Math.min(own, pageAge(services)),
    root: locals.root,
    complete: isComplete(response, collected),
  };
}

function namedTags(response: Rendered): string[] {
  return response.headers.get('x-atoll-tags')?.split(',') ?? [];
}

function isComplete(response: Rendered, collected: Collected): boolean {
  return (
    !collected.failed &&
    response.status < 500 &&
    !/no-store|no-cache/.test(response.headers.get('cache-control') ?? '')
  );
}

function pageHeaders(
  response: Rendered,
  { env }: Services,
  built: BuiltPages,
  hosts: PaymentHosts,
): HeaderList {
  const own: HeaderList = [...response.headers].filter(([name]) => !dropped.has(name));
  const kept = [...own, ...commonHeaders(env)];
  const type = response.headers.get('content-type') ?? '';
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
