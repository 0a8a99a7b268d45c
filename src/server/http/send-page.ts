/** Writes a kept page to a client: the right form, 304, HEAD, and what caches in between may do with it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { traitsOf } from '../cache/header-list.ts';
import { chooseEncoding, matchesEtag, type PageEncoding } from '../cache/negotiate.ts';
import { unpack } from '../cache/packed.ts';
import { makeForm, quickForm, readyForm, sentEncoding } from '../cache/page-forms.ts';
import type { PageStore } from '../cache/page-store.ts';
import { isStorable, type StoredPage } from '../cache/stored-page.ts';

/** Seconds a shared cache may keep a page without asking, and serve it on while it asks. */
const sharedAge = 60;
const sharedStale = 30;
/** Longest Cache-Tag header, bytes; beyond it a page is left to its 60 s. Many clients refuse heads over 16 KB. */
const maxTagBytes = 4096;

/**
 * Heads by the bytes they belong to; remade only for pages about to change by themselves, and for those nobody has asked
 * for again.
 */
const heads = new WeakMap<Buffer, string[]>();

/**
 * @param key the page's address in the cache
 * @param now ms UTC
 */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  store: PageStore,
  key: string,
  page: StoredPage,
  now: number,
): void {
  const accepted = headerOf(request, 'accept-encoding');
  const encoding = sentEncoding(page, chooseEncoding(accepted), accepted);
  const form = readyForm(page, encoding) ?? quickForm(store, key, page, encoding);
  if (form) {
    write(request, response, page, encoding, form, now);
    return;
  }
  const plain = () => write(request, response, page, 'identity', unpack(page.packed), now);
  // Every other encoding has its form by now.
  makeForm(store, key, page, encoding as 'br' | 'gzip').then(() => {
    const made = readyForm(page, encoding);
    if (made) write(request, response, page, encoding, made, now);
    else plain();
  }, plain);
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
  encoding: PageEncoding,
  form: Buffer,
  now: number,
): void {
  if (page.status === 200 && matchesEtag(headerOf(request, 'if-none-match'), page.packed.etag)) {
    response.writeHead(304, [
      'ETag',
      page.packed.etag,
      'Vary',
      'Accept-Encoding',
      ...cacheHeaders(page, now),
    ]);
    response.end();
    return;
  }
  response.writeHead(page.status, headOf(page, encoding, form, now));
  if (request.method === 'HEAD') response.end();
  else response.end(form);
}

function headOf(page: StoredPage, encoding: PageEncoding, form: Buffer, now: number): string[] {
  const ready = page.hits > 0 ? heads.get(form) : undefined;
  if (ready && isLasting(page, now)) return ready;
  const head = ['Content-Length', String(form.length), ...traitsOf(page.headers).flat];
  if (encoding !== 'identity') head.push('Content-Encoding', encoding);
  head.push('ETag', page.packed.etag, 'Vary', 'Accept-Encoding', ...cacheHeaders(page, now));
  if (page.hits > 0 && isLasting(page, now)) heads.set(form, head);
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
function cacheHeaders(page: StoredPage, now: number): string[] {
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
  const tagList = page.tags.join(',');
  if (tagList && tagList.length <= maxTagBytes) headers.push('Cache-Tag', tagList);
  return headers;
}
