import { createHook } from 'node:async_hooks';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzip } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { commonHeaders } from '#server/api/security-headers.ts';
import { PageCache } from '#server/cache/page-cache.ts';
import { noPurgePolling, PurgePoll } from '#server/cache/purge-poll.ts';
import { type HeaderList, type RenderedPage, toStoredPage } from '#server/cache/stored-page.ts';
import { ClientScheduler, type RenderTask } from '#server/core/client-scheduler.ts';
import { Failure } from '#server/core/failure.ts';
import { currentRequestId } from '#server/core/request-id.ts';
import type { Services } from '#server/core/services.ts';
import { DatabaseUnavailableError } from '#server/db/lost-connection.ts';
import { createRequestListener, type RequestListenerOptions } from '#server/pages/request-listener.ts';
import { healthRoutes } from '#server/process/health.ts';
import { load, requestHead } from '../../../../bench/load.ts';
import { ask, listen } from '../../served.ts';

vi.mock('node:zlib', { spy: true });

const now = Date.UTC(2026, 9, 1, 12);
const path = '/products/jug';
const html = '<p>A jug.</p>'.repeat(500);
const encoding = { 'accept-encoding': 'br' };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function open(listener: RequestListener): Promise<Server> {
  const server = await listen(listener);
  servers.push(server);
  return server;
}

function rendered(body: string): RenderedPage {
  return {
    status: 200,
    headers: [['Content-Type', 'text/html; charset=utf-8']],
    body: Buffer.from(body),
    tags: ['product:1'],
    changesAt: null,
    maxAge: 600,
    cacheControl: null,
    root: '',
    complete: true,
  };
}

const turnParts = () => ({ turns: new ClientScheduler(), isTrusted: () => false });

/** Opens a listener with one cached page, requested until it is served as stored. */
async function openShop() {
  const cache = new PageCache({
    render: async () => rendered(html),
    purges: noPurgePolling,
    now: () => now,
    maxBytes: 1_000_000,
    staleSeconds: 0,
    onError: (error) => {
      throw error;
    },
  });
  const seen = { kept: 0, worked: 0 };
  const parts = {
    services: { now: () => now, env: {} },
    pages: { cache },
    cacheHit: () => {
      seen.kept += 1;
    },
    observe: () => {
      seen.worked += 1;
      return () => {};
    },
  } as unknown as RequestListenerOptions;
  const server = await open(createRequestListener(parts));
  await cache.get(path);
  for (let asked = 0; asked < 3; asked += 1) await ask(server, path, encoding);
  return { server, seen };
}

/** Counts by type the async resources that the process creates while a client requests the page on one connection. */
async function begun(server: Server, requests: number): Promise<Record<string, number>> {
  const { port } = server.address() as AddressInfo;
  const heads = Array<string>(requests).fill(requestHead(path, 'br'));
  await load({ port, heads, connections: 1 });
  const counts: Record<string, number> = {};
  const hook = createHook({
    init(_id, type) {
      counts[type] = (counts[type] ?? 0) + 1;
    },
  }).enable();
  await load({ port, heads, connections: 1 });
  hook.disable();
  return counts;
}

describe('the request listener', () => {
  it('begins nothing for a kept page that a bare answer of the same bytes does not', async () => {
    const { server, seen } = await openShop();
    const { body, headers } = await ask(server, path, encoding);
    const { date: _date, connection: _connection, 'keep-alive': _alive, ...own } = headers;
    const bare = await open((_request, response) => {
      response.writeHead(200, Object.entries(own).flat() as string[]);
      response.end(body);
    });
    const kept = seen.kept;
    const requests = 200;
    const [ours, theirs] = [await begun(server, requests), await begun(bare, requests)];
    expect(seen).toEqual({ kept: kept + 2 * requests, worked: 0 });
    // The process itself creates some; one per request would be two hundred.
    for (const kind of ['PROMISE', 'Timeout', 'Immediate', 'TickObject']) {
      expect((ours[kind] ?? 0) - (theirs[kind] ?? 0), kind).toBeLessThan(requests / 2);
    }
  });

  it('shows kept pages while the database is away, and answers 503 with Retry-After for all others [BR-102]', async () => {
    const own = ['/cart', '/1/checkouts/abc', '/pay/result', '/user-info', '/fulfillment', '/de/cart'];
    const uncached = ['/products/vase', '/search?q=jug', '/nothing', '/sitemap.xml', `${path}?variant=7`];
    let isAway = false;
    const answer = async () => {
      if (isAway) throw new DatabaseUnavailableError(new Error('connect ECONNREFUSED'));
      return rendered('mine');
    };
    const poll: PurgePoll = new PurgePoll({
      sync: async () => {
        await answer();
        poll.renew();
      },
      monotonicNow: () => 0,
    });
    const cache = new PageCache({
      render: answer,
      purges: poll,
      now: () => now,
      maxBytes: 1_000_000,
      staleSeconds: 0,
      onError: () => {},
    });
    const parts = {
      services: { now: () => now, env: { SITE_URL: 'http://shop.test' }, log: { error() {} } },
      pages: {
        cache,
        renderFor: answer,
        renderOnce: answer,
        notNow: async (reason: string) => {
          const page = { ...rendered(reason), status: 503, headers: [['Retry-After', '5']] as HeaderList };
          return toStoredPage({ ...page, complete: false }, now, 0);
        },
      },
      files: () => false,
      handleInternal: () => false,
      preview: null,
      common: [],
      cacheHit() {},
      observe: () => () => {},
      atWork() {},
      ...turnParts(),
    } as unknown as RequestListenerOptions;
    const server = await open(createRequestListener(parts));
    const statuses = async () =>
      Promise.all([path, ...own].map(async (asked) => (await ask(server, asked, encoding)).status));
    expect(await statuses()).toEqual([200, ...own.map(() => 200)]);
    isAway = true;
    await expect(poll.applyPurges()).rejects.toThrow(DatabaseUnavailableError);
    expect(await statuses()).toEqual([200, ...own.map(() => 503)]);
    for (const address of [...own, ...uncached]) {
      const answer = await ask(server, address);
      expect([answer.status, answer.body.toString()], address).toEqual([503, 'away']);
      expect(answer.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    }
  });

  it('gives each answer its own request id, cached pages too, and the log the same one', async () => {
    const cached = await openShop();
    const kept = [await ask(cached.server, path, encoding), await ask(cached.server, path, encoding)];
    const logged: string[] = [];
    const parts = {
      services: { now: () => now, env: { SITE_URL: 'http://shop.test' } },
      pages: { cache: { fresh: () => undefined }, renderOnce: async () => rendered('mine') },
      files: () => false,
      handleInternal: () => false,
      observe: (_request: unknown, _response: unknown, requestId: string) => {
        logged.push(requestId, currentRequestId() ?? 'none');
        return () => logged.push(currentRequestId() ?? 'none');
      },
      atWork() {},
      ...turnParts(),
      isTrusted: () => true,
    } as unknown as RequestListenerOptions;
    const server = await open(createRequestListener(parts));
    const made = await ask(server, '/search?q=a');
    const named = await ask(server, '/search?q=a', { 'x-request-id': 'from-nginx' });
    const ids = [...kept, made].map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(3);
    expect(named.headers['x-request-id']).toBe('from-nginx');
    expect(logged).toEqual([ids[2], 'none', ids[2], 'from-nginx', 'none', 'from-nginx']);
  });

  it('asks for the page that was decided on, in whatever spelling the address came', async () => {
    const asked: string[] = [];
    const make = async (address: string) => {
      asked.push(address);
      return rendered('mine');
    };
    const parts = {
      services: { now: () => now, env: { SITE_URL: 'http://shop.test' } },
      pages: { cache: { fresh: () => undefined }, renderFor: make, renderOnce: make },
      files: () => false,
      handleInternal: () => false,
      observe: () => () => {},
      atWork() {},
      ...turnParts(),
    } as unknown as RequestListenerOptions;
    const server = await open(createRequestListener(parts));
    for (const address of ['//5//checkouts?x=1', '/%35/checkouts/abc', '/c%61rt/', '/se%61rch?q=%61']) {
      const answer = await ask(server, address);
      expect([answer.status, answer.headers['cache-control']], address).toEqual([200, 'no-store']);
    }
    expect(asked).toEqual(['/5/checkouts?x=1', '/5/checkouts/abc', '/cart', '/search?q=%61']);
  });

  it('renders checkout and result page at once, a few at a time, however many other pages of the address wait [T1]', async () => {
    const started: string[] = [];
    const hang = (address: string) => {
      started.push(address);
      return new Promise<RenderedPage>(() => {});
    };
    let isSlow = false;
    const parts = {
      services: { now: () => now, env: { SITE_URL: 'http://shop.test' } },
      pages: {
        cache: { fresh: () => undefined },
        renderOnce: hang,
        renderFor: async (address: string) =>
          isSlow || address === '/cart' ? hang(address) : rendered('paid'),
      },
      files: () => false,
      handleInternal: () => false,
      observe: () => () => {},
      atWork() {},
      ...turnParts(),
    } as unknown as RequestListenerOptions;
    const server = await open(createRequestListener(parts));
    const hanging = (address: string) => void ask(server, address).catch(() => {});
    for (let index = 0; index < 20; index += 1) hanging(`/search?q=${index}`);
    await vi.waitFor(() => expect(started).toHaveLength(4));
    hanging('/cart');
    for (const address of ['/1/checkouts/abc', '/pay/result?order_no=X', '/de/pay/result', '/1/checkouts'])
      expect((await ask(server, address)).body.toString()).toBe('paid');
    expect(started).toHaveLength(4);
    isSlow = true;
    for (let index = 0; index < 10; index += 1) hanging(`/pay/result?order_no=${index}`);
    await vi.waitFor(() => expect(started).toHaveLength(8));
    server.closeAllConnections();
  });

  it('answers a variant that the product does not have with the product, byte for byte, and renders nothing', async () => {
    let renders = 0;
    const render = async (key: string) => {
      renders += 1;
      return { ...rendered(`${html}${key}`), names: { variants: [7] } };
    };
    const cache = new PageCache({
      render,
      purges: noPurgePolling,
      now: () => now,
      maxBytes: 1_000_000,
      staleSeconds: 0,
      onError: () => {},
    });
    const parts = {
      services: { now: () => now, env: { SITE_URL: 'http://shop.test' } },
      pages: { cache },
      files: () => false,
      handleInternal: () => false,
      cacheHit() {},
      observe: () => () => {},
      atWork() {},
      ...turnParts(),
    } as unknown as RequestListenerOptions;
    const server = await open(createRequestListener(parts));
    const sent = async (address: string, headers: Record<string, string> = encoding) => {
      const { status, headers: all, body } = await ask(server, address, headers);
      const { date: _date, 'x-request-id': _id, ...own } = all;
      return { status, own, body };
    };
    const plain = await sent(path);
    for (let variant = 100; variant < 150; variant += 1)
      expect(await sent(`${path}?utm_source=x&variant=${variant}`)).toEqual(plain);
    expect(plain.own['cache-control']).toContain('s-maxage');
    const { etag = '' } = plain.own;
    expect((await sent(`${path}?variant=100`, { 'if-none-match': etag })).status).toBe(304);
    expect([renders, cache.store.size]).toEqual([1, 1]);
    const named = await sent(`${path}?variant=7`);
    expect(brotliDecompressSync(named.body).toString()).toBe(`${html}${path}?variant=7`);
    expect([renders, cache.store.size]).toEqual([2, 2]);
  });

  it('has pages rendered for the client that asks: what adds nothing to the cache counts as new, and persons have a floor', async () => {
    const told: unknown[] = [];
    const turns = {
      async render(client: string, { render, isNew, floor }: RenderTask<RenderedPage>) {
        const page = await render();
        told.push([client, isNew(page), floor]);
        return page;
      },
    };
    const cache = new PageCache({
      render: async (key) => ({
        ...rendered(key),
        ...(key === '/404' && { status: 404 }),
        complete: !key.startsWith('/collections/other'),
      }),
      purges: noPurgePolling,
      now: () => now,
      maxBytes: 1_000_000,
      staleSeconds: 0,
      onError: () => {},
    });
    const make = async () => rendered('made');
    const parts = {
      services: { now: () => now, env: { SITE_URL: 'http://shop.test' } },
      pages: { cache, renderFor: make, renderOnce: make },
      files: () => false,
      handleInternal: () => false,
      cacheHit() {},
      observe: () => () => {},
      atWork() {},
      turns,
      isTrusted: (address: string) => address === '127.0.0.1',
    } as unknown as RequestListenerOptions;
    const server = await open(createRequestListener(parts));
    for (const [address, ...expected] of [
      ['/products/mug', false, 10],
      ['/collections/other/products/mug', true, 10],
      ['/nothing', true, 10],
      ['/search?q=jug', true, 0],
      ['/collections/cups?in_stock=1', true, 0],
      // The browser requests cards of products that only it stores: they are rendered per visitor, like the bag.
      ['/cards?items=5,17.203', true, 10],
      ['/de/cards?items=5', true, 10],
      ['/cart?x=1', true, 10],
      ['/fulfillment?order_no=1', true, 10],
    ] as const) {
      await ask(server, address, { 'x-forwarded-for': '203.0.113.5' });
      expect([address, ...told.splice(0)]).toEqual([address, ['203.0.113.5', ...expected]]);
    }
    await ask(server, '/1/checkouts/abc', { 'x-forwarded-for': '203.0.113.5' });
    expect(told.splice(0)).toEqual([['checkout 203.0.113.5', true, 10]]);
    // These pages are cached now, whatever their query: no turn is needed.
    for (const address of ['/products/mug', '/products/mug?utm_source=x', '/nothing-else?x=1']) {
      expect((await ask(server, address)).status, address).toBe(address.startsWith('/nothing') ? 404 : 200);
    }
    expect(told).toEqual([]);
  });

  it('compresses a page of one visitor once, in the encoding asked for, and not at all where nobody reads it', async () => {
    const make = async () => rendered(html);
    const parts = {
      services: { now: () => now, env: { SITE_URL: 'http://shop.test' } },
      pages: { cache: { fresh: () => undefined }, renderFor: make, renderOnce: make },
      files: () => false,
      handleInternal: () => false,
      observe: () => () => {},
      atWork() {},
      ...turnParts(),
    } as unknown as RequestListenerOptions;
    const server = await open(createRequestListener(parts));
    const told: object[] = [];
    const sent = async (address: string, accepted: string, method = 'GET') => {
      const before = [brotliCompressSync, gzip].map((made) => vi.mocked(made).mock.calls.length);
      const answer = await ask(server, address, { 'accept-encoding': accepted }, method);
      const after = [brotliCompressSync, gzip].map((made) => vi.mocked(made).mock.calls.length);
      const { 'content-encoding': encoding, 'content-length': length, etag } = answer.headers;
      told.push({ etag, vary: answer.headers.vary, cache: answer.headers['cache-control'] });
      expect(length).toBe(method === 'HEAD' ? undefined : String(answer.body.length));
      return { encoding, body: answer.body, made: after.map((count, at) => count - (before[at] ?? 0)) };
    };
    for (const address of ['/cart', '/search?q=jug']) {
      const br = await sent(address, 'gzip, br');
      expect([br.encoding, br.made, brotliDecompressSync(br.body).toString()]).toEqual(['br', [1, 0], html]);
      const gzipped = await sent(address, 'gzip');
      expect([gzipped.encoding, gzipped.made, gunzipSync(gzipped.body).toString()]).toEqual([
        'gzip',
        [0, 1],
        html,
      ]);
      const plain = await sent(address, '');
      expect([plain.encoding, plain.made, plain.body.toString()]).toEqual([undefined, [0, 0], html]);
      const head = await sent(address, 'br', 'HEAD');
      expect([head.encoding, head.made, head.body.length]).toEqual(['br', [0, 0], 0]);
    }
    const etag = expect.stringMatching(/^"[\w-]{22}"$/);
    expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(told[0]).toEqual({ etag, vary: 'Accept-Encoding', cache: 'no-store' });
    const { etag: known } = told[0] as { etag: string };
    expect((await ask(server, '/cart', { 'if-none-match': known })).status).toBe(304);
  });

  it.each([
    ['/healthz', 200],
    ['/readyz', 200],
    ['/%E0%A4', 400],
    ['/nothing.png', 404],
    [`/${'a'.repeat(5000)}`, 414],
  ])('lets nothing of a plain answer run or be framed: %.20s', async (address, status) => {
    const env = { SITE_URL: 'https://shop.test', API_ORIGIN: 'https://platform.test' };
    const services = { now: () => now, env } as unknown as Services;
    const parts = {
      services,
      pages: { cache: { fresh: () => undefined } },
      handleInternal: healthRoutes(services).answer,
      files: () => false,
      common: commonHeaders(env),
      observe: () => () => {},
      atWork: () => {},
    } as unknown as RequestListenerOptions;
    const answer = await ask(await open(createRequestListener(parts)), address);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  });

  it('shows that it is busy where a page is not made, which nobody keeps, and what it has is shown as before', async () => {
    const rendered = {
      headers: [
        ['Content-Type', 'text/html; charset=utf-8'],
        ['Retry-After', '5'],
      ] as [string, string][],
      tags: [],
      changesAt: null,
      maxAge: 600,
      cacheControl: null,
      root: '',
      complete: true,
    };
    let time = now;
    let isBusy = false;
    let made = 0;
    const page = (status: number, body: string) => ({ ...rendered, status, body: Buffer.from(body) });
    const make = async () => {
      if (isBusy) throw new Failure(codes.tooManyRequests, 'Too many.');
      made += 1;
      return page(200, html);
    };
    const cache = new PageCache({
      render: make,
      purges: noPurgePolling,
      now: () => time,
      maxBytes: 1_000_000,
      staleSeconds: 600,
      onError: () => {},
    });
    const parts = {
      services: { now: () => time, env: { SITE_URL: 'http://localhost' } },
      pages: {
        cache,
        renderOnce: make,
        renderFor: async () => page(200, 'Your bag'),
        notNow: async () => toStoredPage({ ...page(503, 'Very busy'), complete: false }, time, 0),
      },
      handleInternal: () => false,
      files: () => false,
      observe: () => () => {},
      atWork: () => {},
      cacheHit: () => {},
      ...turnParts(),
    } as unknown as RequestListenerOptions;
    const server = await open(createRequestListener(parts));
    await ask(server, path);
    isBusy = true;
    for (const address of ['/nothing', `${path}?variant=7`, '/search?q=jug']) {
      const answer = await ask(server, address);
      expect([answer.status, answer.body.toString()], address).toEqual([503, 'Very busy']);
      expect(answer.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    }
    expect((await ask(server, '/cart')).body.toString()).toBe('Your bag');
    // The page has passed its max-age and is not rendered again.
    time += 700_000;
    expect([(await ask(server, path)).status, made]).toEqual([200, 1]);
    isBusy = false;
    expect((await ask(server, '/nothing')).status).toBe(200);
  });
});
