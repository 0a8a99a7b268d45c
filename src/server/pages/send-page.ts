/** Sends pages to clients: content encoding, 304 responses, HEAD requests, and headers for shared caches. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { encodeUncached, encodingForClient, uncompressedBody } from '../cache/encode-body.ts';
import { chooseEncoding, type Encoding, matchesEtag } from '../cache/negotiate.ts';
import { gzipBody } from '../cache/page-encodings.ts';
import {
  computeEtag,
  isStorable,
  type RenderedPage,
  type StoredPage,
  uncompressedBytes,
} from '../cache/stored-page.ts';
import type { TaggedCache } from '../cache/tagged-cache.ts';
import type { Env } from '../core/env.ts';
import { requestIdHeader } from '../core/request-id.ts';

type TagHeader = Env['CDN_TAG_HEADER'];

/**
 * `sharedAge`: seconds for which shared caches may serve a page. `sharedStale`: further seconds for which they may serve it while
 * they revalidate it.
 */
const sharedAge = 60;
const sharedStale = 30;
/** Maximum length of the cache tags header, bytes; a longer one is omitted. Many clients reject response heads over 16 KB. */
const maxTagBytes = 4096;

/** Cached response heads by body, only for pages that were requested more than once and are not about to change. */
const heads = new WeakMap<Buffer, string[]>();

/**
 * Sends a cached page.
 * @param key cache key of the page
 * @param now ms UTC
 * @param sending.tagHeader name of the header with the cache tags, for shared caches
 * @param sending.requestId id of this request; omitted if the response already has it. It is never cached with the page
 */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  store: TaggedCache<StoredPage>,
  key: string,
  page: StoredPage,
  now: number,
  { tagHeader = 'Cache-Tag', requestId }: { tagHeader?: TagHeader; requestId?: string } = {},
): void {
  const idHeader = requestId === undefined ? [] : [requestIdHeader, requestId];
  if (page.status === 200 && matchesEtag(headerOf(request, 'if-none-match'), page.etag)) {
    response.writeHead(304, [
      'ETag',
      page.etag,
      'Vary',
      'Accept-Encoding',
      ...cacheHeaders(page, now, tagHeader),
      ...idHeader,
    ]);
    response.end();
    return;
  }
  const send = (encoding: Encoding, body: Buffer) =>
    write(request, response, page, body, [...headOf(page, encoding, body, now, tagHeader), ...idHeader]);
  const targetEncoding =
    page.encoding === 'identity' ? 'identity' : chooseEncoding(headerOf(request, 'accept-encoding'));
  if (targetEncoding === page.encoding) send(targetEncoding, page.body);
  else if (targetEncoding !== 'gzip') send('identity', uncompressedBody(page));
  else if (page.gzip) send('gzip', page.gzip);
  else {
    gzipBody(store, key, page).then(
      (gzip) => send('gzip', gzip),
      () => send('identity', uncompressedBody(page)),
    );
  }
}

/**
 * Sends a page that is not cached, compressed for this client. A response to HEAD has no Content-Length, because the size is
 * unknown before compression (RFC 9110, 9.3.2).
 */
export async function sendUncachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: RenderedPage,
): Promise<void> {
  const plain = uncompressedBytes(page.body);
  const etag = computeEtag(plain);
  const head = ['ETag', etag, 'Vary', 'Accept-Encoding', 'Cache-Control', 'no-store'];
  if (page.status === 200 && matchesEtag(headerOf(request, 'if-none-match'), etag)) {
    response.writeHead(304, head).end();
    return;
  }
  head.push(...page.headers.flat());
  const encoding = encodingForClient(plain, chooseEncoding(headerOf(request, 'accept-encoding')));
  if (encoding !== 'identity') head.push('Content-Encoding', encoding);
  if (request.method === 'HEAD') {
    response.writeHead(page.status, head).end();
    return;
  }
  const body = await encodeUncached(plain, encoding);
  response.writeHead(page.status, [...head, 'Content-Length', String(body.length)]).end(body);
}

/**
 * Returns the value of one request header. Reads `rawHeaders`, because `request.headers` would parse all headers, which costs
 * more than sending the page.
 */
function headerOf({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const candidate = rawHeaders[at] ?? '';
    if (candidate.length === name.length && candidate.toLowerCase() === name) return rawHeaders[at + 1];
  }
  return undefined;
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  page: StoredPage,
  body: Buffer,
  head: string[],
): void {
  response.writeHead(page.status, head);
  if (request.method === 'HEAD') response.end();
  else response.end(body);
}

function headOf(
  page: StoredPage,
  encoding: Encoding,
  body: Buffer,
  now: number,
  tagHeader: TagHeader,
): string[] {
  const canCacheHead = page.hits > 0 && (body === page.body || body === page.gzip) && isLasting(page, now);
  const ready = canCacheHead ? heads.get(body) : undefined;
  if (ready) return ready;
  const head = ['Content-Length', String(body.length), ...page.headers.flat()];
  if (encoding !== 'identity') head.push('Content-Encoding', encoding);
  head.push('ETag', page.etag, 'Vary', 'Accept-Encoding', ...cacheHeaders(page, now, tagHeader));
  if (canCacheHead) heads.set(body, head);
  return head;
}

/** Returns whether the page stays unchanged for as long as shared caches may serve it. */
function isLasting(page: StoredPage, now: number): boolean {
  return page.changesAt === null || page.changesAt - now > (sharedAge + sharedStale) * 1000;
}

/**
 * Returns the caching headers of a page. Browsers revalidate on every visit (a 304 is cheap), so that their cache never shows an
 * old price. Shared caches keep a page for 60 s and are purged by tag. `CDN-Cache-Control` (RFC 9213) is read only by shared
 * caches: browsers would also apply a stale-while-revalidate in Cache-Control.
 */
function cacheHeaders(page: StoredPage, now: number, tagHeader: TagHeader): string[] {
  if (!isStorable(page)) return ['Cache-Control', 'no-store'];
  if (page.cacheControl) return ['Cache-Control', page.cacheControl];
  const remainingSeconds =
    page.changesAt === null ? Number.POSITIVE_INFINITY : Math.floor((page.changesAt - now) / 1000);
  const age = Math.max(0, Math.min(sharedAge, remainingSeconds, page.maxAge));
  const stale = Math.max(0, Math.min(sharedStale, remainingSeconds - age));
  const headers = ['Cache-Control', `public, max-age=0, s-maxage=${age}`];
  headers.push(
    'CDN-Cache-Control',
    `public, max-age=${age}${stale > 0 ? `, stale-while-revalidate=${stale}` : ''}`,
  );
  const tagList = page.tags.join(tagHeader === 'Cache-Tag' ? ',' : ' ');
  if (tagList && tagList.length <= maxTagBytes) headers.push(tagHeader, tagList);
  return headers;
}
