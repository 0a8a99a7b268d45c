/** Writes a page to a client: the right encoding, 304, HEAD, and what caches in between may do with it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { encodeOnce, encodingOf, plainBody } from '../cache/encode-body.ts';
import { chooseEncoding, type Encoding, matchesEtag } from '../cache/negotiate.ts';
import { gzipBody } from '../cache/page-encodings.ts';
import { etagOf, isStorable, plainBytes, type RenderedPage, type StoredPage } from '../cache/stored-page.ts';
import type { TaggedCache } from '../cache/tagged-cache.ts';
import type { Env } from '../core/env.ts';
import { requestIdHeader } from '../core/request-id.ts';

type TagHeader = Env['CDN_TAG_HEADER'];

/** Seconds a shared cache may keep a page without asking, and serve it on while it asks. */
const sharedAge = 60;
const sharedStale = 30;
/** Longest header of tags, bytes; beyond it a page is left to its 60 s. Many clients refuse heads over 16 KB. */
const maxTagBytes = 4096;

/**
 * Heads by the bytes they belong to; remade only for pages about to change by themselves, and for those not requested
 * again.
 */
const heads = new WeakMap<Buffer, string[]>();

/**
 * @param key the page's address in the cache
 * @param now ms UTC
 * @param sending.tagHeader names the page's tags to caches of ours
 * @param sending.requestId of this request; unset where the response has it already. It is never cached with the page
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
  const wanted =
    page.encoding === 'identity' ? 'identity' : chooseEncoding(headerOf(request, 'accept-encoding'));
  if (wanted === page.encoding) send(wanted, page.body);
  else if (wanted !== 'gzip') send('identity', plainBody(page));
  else if (page.gzip) send('gzip', page.gzip);
  else {
    gzipBody(store, key, page).then(
      (gzip) => send('gzip', gzip),
      () => send('identity', plainBody(page)),
    );
  }
}

/**
 * Writes a page that is not cached: compressed for this client alone, in the encoding it requests. HEAD is not told how long
 * that would be, because it is known only when it is made (RFC 9110, 9.3.2).
 */
export async function sendOnce(
  request: IncomingMessage,
  response: ServerResponse,
  page: RenderedPage,
): Promise<void> {
  const plain = plainBytes(page.body);
  const etag = etagOf(plain);
  const head = ['ETag', etag, 'Vary', 'Accept-Encoding', 'Cache-Control', 'no-store'];
  if (page.status === 200 && matchesEtag(headerOf(request, 'if-none-match'), etag)) {
    response.writeHead(304, head).end();
    return;
  }
  head.push(...page.headers.flat());
  const encoding = encodingOf(plain, chooseEncoding(headerOf(request, 'accept-encoding')));
  if (encoding !== 'identity') head.push('Content-Encoding', encoding);
  if (request.method === 'HEAD') {
    response.writeHead(page.status, head).end();
    return;
  }
  const body = await encodeOnce(plain, encoding);
  response.writeHead(page.status, [...head, 'Content-Length', String(body.length)]).end(body);
}

/** One header as it came. `request.headers` would take all of them apart, which costs more than sending the page. */
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
  const isKept = page.hits > 0 && (body === page.body || body === page.gzip) && isLasting(page, now);
  const ready = isKept ? heads.get(body) : undefined;
  if (ready) return ready;
  const head = ['Content-Length', String(body.length), ...page.headers.flat()];
  if (encoding !== 'identity') head.push('Content-Encoding', encoding);
  head.push('ETag', page.etag, 'Vary', 'Accept-Encoding', ...cacheHeaders(page, now, tagHeader));
  if (isKept) heads.set(body, head);
  return head;
}

/** Whether caches may keep the page for their full time: it does not change by itself before. */
function isLasting(page: StoredPage, now: number): boolean {
  return page.changesAt === null || page.changesAt - now > (sharedAge + sharedStale) * 1000;
}

/**
 * Browsers ask every time (304 is cheap), so that no older price comes back from their cache; caches of ours in between
 * keep a page 60 s and hear of purges by its tags. `CDN-Cache-Control` is read by them alone (RFC 9213): in Cache-Control
 * browsers would take stale-while-revalidate for themselves.
 */
function cacheHeaders(page: StoredPage, now: number, tagHeader: TagHeader): string[] {
  if (!isStorable(page)) return ['Cache-Control', 'no-store'];
  if (page.cacheControl) return ['Cache-Control', page.cacheControl];
  const left = page.changesAt === null ? Number.POSITIVE_INFINITY : Math.floor((page.changesAt - now) / 1000);
  const age = Math.max(0, Math.min(sharedAge, left, page.maxAge));
  const stale = Math.max(0, Math.min(sharedStale, left - age));
  const headers = ['Cache-Control', `public, max-age=0, s-maxage=${age}`];
  headers.push(
    'CDN-Cache-Control',
    `public, max-age=${age}${stale > 0 ? `, stale-while-revalidate=${stale}` : ''}`,
  );
  const tagList = page.tags.join(tagHeader === 'Cache-Tag' ? ',' : ' ');
  if (tagList && tagList.length <= maxTagBytes) headers.push(tagHeader, tagList);
  return headers;
}
