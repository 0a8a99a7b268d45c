/** Sends purged cache tags to a CDN (CDN_PURGE_URL). */
import type { Env } from '../core/env.ts';
import type { Services } from '../core/services.ts';

const attempts = 3;
const timeout = 5000;

/** Maximum number of tags per purge request: Cloudflare's limit. For other CDNs, that many tags also fit into a header. */
const tagsPerCall = 100;

/**
 * Purges cache tags at the CDN, 100 per request, with three attempts each. Stops at the first request that fails, because pages
 * expire from the CDN after 60 s anyway.
 * @param pause waits between attempts
 */
export async function purgeCdn(
  services: Pick<Services, 'env' | 'fetch' | 'log'>,
  tags: readonly string[],
  pause = (attempt: number) => new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt).unref()),
): Promise<void> {
  const { CDN_PURGE_URL } = services.env;
  if (!CDN_PURGE_URL) return;
  for (let from = 0; from < tags.length; from += tagsPerCall) {
    const call = purgeCall(services.env, tags.slice(from, from + tagsPerCall));
    let isAccepted = false;
    for (let attempt = 0; attempt < attempts && !isAccepted; attempt += 1) {
      if (attempt > 0) await pause(attempt);
      isAccepted = await send(services, CDN_PURGE_URL, call);
    }
    if (!isAccepted) return;
  }
}

/**
 * Builds a purge request. Cloudflare expects the tags in the body; Fastly and Varnish expect them in the header that also carries a
 * page's tags.
 */
function purgeCall({ CDN_TAG_HEADER, CDN_PURGE_TOKEN: token }: Env, tags: readonly string[]): RequestInit {
  const key =
    CDN_TAG_HEADER === 'Surrogate-Key' ? { 'fastly-key': token } : { authorization: `Bearer ${token}` };
  const headers = token ? key : {};
  if (CDN_TAG_HEADER === 'Cache-Tag') {
    const body = JSON.stringify({ tags });
    return { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
  }
  const method = CDN_TAG_HEADER === 'xkey' ? 'PURGE' : 'POST';
  return { method, headers: { ...headers, [CDN_TAG_HEADER]: tags.join(' ') } };
}

async function send(
  { fetch, log }: Pick<Services, 'fetch' | 'log'>,
  address: string,
  call: RequestInit,
): Promise<boolean> {
  try {
    const response = await fetch(address, { ...call, signal: AbortSignal.timeout(timeout) });
    if (!response.ok) log.warn({ status: response.status }, 'cdn purge rejected');
    return response.ok;
  } catch (error) {
    log.warn({ err: error }, 'cdn purge failed');
    return false;
  }
}
