import { createHook } from 'node:async_hooks';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { noPurges } from '#server/cache/lease.ts';
import { PageCache } from '#server/cache/page-cache.ts';
import { createFront, type FrontParts } from '#server/http/front.ts';
import { load, requestHead } from '../../../bench/load.ts';
import { ask, listen } from './served.ts';

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

/** The front of a shop that keeps one page, asked for often enough to be sent as it lies there. */
async function openShop() {
  const cache = new PageCache({
    render: async () => ({
      status: 200,
      headers: [['Content-Type', 'text/html; charset=utf-8']],
      body: Buffer.from(html),
      tags: ['product:1'],
      changesAt: null,
      maxAge: 600,
      cacheControl: null,
      root: '',
      complete: true,
    }),
    purges: noPurges,
    now: () => now,
    maxBytes: 1_000_000,
    staleSeconds: 0,
    onError: (error) => {
      throw error;
    },
  });
  const seen = { kept: 0, worked: 0 };
  const parts = {
    services: { now: () => now },
    pages: { cache },
    keptAnswered: () => {
      seen.kept += 1;
    },
    observe: () => {
      seen.worked += 1;
    },
  } as unknown as FrontParts;
  const server = await open(createFront(parts));
  await cache.get(path);
  for (let asked = 0; asked < 3; asked += 1) await ask(server, path, encoding);
  return { server, seen };
}

/** What the process begins, by kind, while a client of its own asks for the page so often on one connection. */
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

describe('the front of the shop', () => {
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
    // The process begins some things by itself; one a request would be two hundred.
    for (const kind of ['PROMISE', 'Timeout', 'Immediate', 'TickObject']) {
      expect((ours[kind] ?? 0) - (theirs[kind] ?? 0), kind).toBeLessThan(requests / 2);
    }
  });
});
