import type { Server } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { recompressNextPage } from '#server/cache/page-encodings.ts';
import { estimatePageBytes, type RenderedPage, toStoredPage } from '#server/cache/stored-page.ts';
import { TaggedCache } from '#server/cache/tagged-cache.ts';
import { sendPage } from '#server/pages/send-page.ts';
import { ask, listen } from '../../served.ts';

const now = Date.UTC(2026, 9, 1, 12);
const html = Array.from(
  { length: 300 },
  (_, row) => `<li id="row-${row * 7919}">Mug no. ${(row * 104729) % 997}</li>`,
).join('');
let server: Server;
afterEach(() => void server.close());

async function serve(over: Partial<RenderedPage> = {}, sending: Parameters<typeof sendPage>[6] = {}) {
  const store = new TaggedCache({ maxBytes: 10_000_000, bytesOf: estimatePageBytes });
  const page = toStoredPage(
    {
      status: 200,
      headers: [['Content-Type', 'text/html; charset=utf-8']],
      body: Buffer.from(html),
      tags: ['product:1', 'catalog'],
      changesAt: null,
      cacheControl: null,
      maxAge: 600,
      root: '',
      complete: true,
      ...over,
    },
    now,
    60,
  );
  store.set('/', page);
  server = await listen((request, response) => sendPage(request, response, store, '/', page, now, sending));
  return { page, store };
}

describe('a kept page on the wire', () => {
  it('goes out in the encoding the client takes, gzip made once and then kept', async () => {
    const { page, store } = await serve();
    const before = store.bytes;
    const br = await ask(server, '/', { 'accept-encoding': 'gzip, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(Number(br.headers['content-length'])).toBe(br.body.length);
    expect(brotliDecompressSync(br.body).toString()).toBe(html);
    expect(br.body.equals(page.body)).toBe(true);
    expect([page.gzip, store.bytes]).toEqual([null, before]);
    const [gzip] = await Promise.all([1, 2, 3].map(() => ask(server, '/', { 'accept-encoding': 'gzip' })));
    if (!gzip) throw new Error('no answer');
    const made = page.gzip;
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(store.bytes).toBe(before + gzip.body.length);
    await ask(server, '/', { 'accept-encoding': 'gzip' });
    expect(page.gzip).toBe(made);
    expect(gunzipSync(gzip.body).toString()).toBe(html);
    const plain = await ask(server, '/');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.toString()).toBe(html);
    expect([br, gzip, plain].map((answer) => answer.headers.vary)).toEqual(Array(3).fill('Accept-Encoding'));
  });

  it('answers 304 without a body to the ETag it sent, in any encoding', async () => {
    await serve();
    const first = await ask(server, '/', { 'accept-encoding': 'br' });
    const again = await ask(server, '/', { 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(again.headers['cache-control']).toBe(first.headers['cache-control']);
    const other = await ask(server, '/', { 'if-none-match': '"other"' });
    expect(other.status).toBe(200);
    server.close();
    const { page } = await serve({ status: 404 });
    expect((await ask(server, '/', { 'if-none-match': page.etag })).status).toBe(404);
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    await serve();
    const get = await ask(server, '/', { 'accept-encoding': 'br' });
    const head = await ask(server, '/', { 'accept-encoding': 'br' }, 'HEAD');
    expect(head.body).toHaveLength(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
    expect((await ask(server, '/', {}, 'HEAD')).headers['content-length']).toBe(String(html.length));
  });

  it('is kept by caches of ours for 60 s with its tags, and asked for again by browsers', async () => {
    await serve();
    const { headers } = await ask(server, '/');
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=60');
    expect(headers['cdn-cache-control']).toBe('public, max-age=60, stale-while-revalidate=30');
    expect(headers['cache-tag']).toBe('product:1,catalog');
  });

  it.each(['Surrogate-Key', 'xkey'] as const)(
    'names its tags in %s, separated by spaces',
    async (tagHeader) => {
      await serve({}, { tagHeader });
      const { headers } = await ask(server, '/');
      expect([headers[tagHeader.toLowerCase()], headers['cache-tag']]).toEqual([
        'product:1 catalog',
        undefined,
      ]);
    },
  );

  it('is kept by no cache past the instant it changes by itself', async () => {
    await serve({ changesAt: now + 20_000 });
    const { headers } = await ask(server, '/');
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=20');
    expect(headers['cdn-cache-control']).toBe('public, max-age=20');
  });

  it('is kept by no cache at all when a part of it failed', async () => {
    await serve({ complete: false });
    const { headers } = await ask(server, '/');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['cache-tag']).toBeUndefined();
  });

  it('is made smaller when it was asked for again and there is time', async () => {
    const { page, store } = await serve();
    await ask(server, '/', { 'accept-encoding': 'br' });
    expect(await recompressNextPage(store)).toBe(false);
    page.hits = 1;
    await ask(server, '/', { 'accept-encoding': 'br' });
    const quick = page.body.length;
    const before = store.bytes;
    expect(await recompressNextPage(store)).toBe(true);
    expect(page.body.length).toBeLessThan(quick);
    expect(store.bytes).toBe(before + page.body.length - quick);
    const { body, headers } = await ask(server, '/', { 'accept-encoding': 'br' });
    expect(Number(headers['content-length'])).toBe(body.length);
    expect(brotliDecompressSync(body).toString()).toBe(html);
    expect(await recompressNextPage(store)).toBe(false);
  });
});
