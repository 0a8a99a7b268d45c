import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Logger } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiListener } from '#server/platform/api-listener.ts';
import { logRequest } from '#server/process/access-log.ts';
import { createClientHasher } from '#server/process/client-hasher.ts';
import { noMetrics } from '#server/process/metrics.ts';
import { idleProvider } from '../harness/idle-provider.ts';
import { createTestShop, type TestShop } from '../harness.ts';

interface Line {
  path: string;
  status: number;
  code?: number;
  client?: string;
  cut?: boolean;
  requestId?: string;
}

const lines: Line[] = [];
const errors: unknown[] = [];
let shop: TestShop;
let server: Server;
let port: number;

beforeAll(async () => {
  shop = await createTestShop({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  shop.payments.set('paypal', {
    ...idleProvider,
    webhook: async () => {
      throw new SyntaxError('Not ours.');
    },
  });
  Object.assign(shop.services, { log: { ...silent, error: (line: unknown) => errors.push(line) } });
  const listen = apiListener(shop.services, async () => {});
  const clientOf = await createClientHasher(shop.services);
  const log = { info: (line: Line) => lines.push(line) } as unknown as Logger;
  server = createServer((request, response) => {
    logRequest(log, noMetrics, clientOf, request, response, 'id-1');
    listen(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());
beforeEach(() => {
  lines.length = 0;
  errors.length = 0;
});

const silent = { warn() {}, info() {}, debug() {} };
const json = { 'content-type': 'application/json' };

/** Sends a request from an IP address. @returns its line in the access log */
async function logged(path: string, from: string, init: RequestInit = {}): Promise<Line> {
  const seen = lines.length;
  const headers = { 'x-forwarded-for': from, connection: 'close', ...(init.headers as object) };
  await (await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers })).text();
  return nextLine(seen);
}

async function nextLine(seen: number): Promise<Line> {
  while (lines.length === seen) await new Promise(setImmediate);
  return lines[seen]!;
}

const guess = (from: string, order_no = 'K7QMD-4XHRA') =>
  logged('/api/v1/order/lookup', from, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ order_no, email: 'eve@example.com' }),
  });

describe('the access log', () => {
  it('tells a look-up that found nothing, and whose it was without his address', async () => {
    const first = await guess('192.0.2.1');
    expect(first).toMatchObject({ path: '/api/v1/order/lookup', status: 200, code: 10404 });
    expect(first.client).toMatch(/^[\w-]{16}$/);
    const again = await guess('192.0.2.1', 'EE22R-7X97Z');
    expect(again.client).toBe(first.client);
    expect((await guess('192.0.2.2')).client).not.toBe(first.client);
    shop.clock.advance(24 * 3600_000);
    expect((await guess('192.0.2.1')).client).not.toBe(first.client);
    expect(JSON.stringify(lines)).not.toMatch(/192\.0\.2|EE22R|K7QMD|eve@/);
  });

  it('has the code of what is refused, and the row instead of the address', async () => {
    const row = '/api/v1/order/:id';
    expect(await logged('/api/v1/order/ee22r-7x97z', '192.0.2.3')).toMatchObject({ path: row, code: 10403 });
    expect(await logged('/api/v1/order/ee22r-7x97z).', '192.0.2.3')).toMatchObject({
      path: row,
      code: 10001,
    });
    const foreign = { method: 'POST', headers: { ...json, 'sec-fetch-site': 'cross-site' }, body: '[]' };
    expect(await logged('/api/v1/cart/variant/price', '192.0.2.3', foreign)).toMatchObject({
      status: 200,
      code: 10403,
      client: expect.any(String),
    });
    const forged = await logged('/api/v1/webhooks/paypal', '192.0.2.3', { method: 'POST', body: '{' });
    expect(forged).toMatchObject({
      path: '/api/v1/webhooks/:provider',
      status: 400,
      client: expect.any(String),
    });
    for (let tries = 0; tries < 60; tries += 1) await guess(`198.51.100.${tries}`, 'PPPPP-22222');
    expect(await guess('192.0.2.3', 'PPPPP-22222')).toMatchObject({ status: 429, code: 10429 });
  });

  it('says nothing of the client where nothing was refused', async () => {
    const line = await logged('/api/v1/getSysTime', '192.0.2.4');
    expect([line.status, line.code, line.client]).toEqual([200, undefined, undefined]);
    expect(line.requestId).toBe('id-1');
  });

  it('has a body that breaks off as a cut, which is no failure of the shop', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /api/v1/cart/variant/price HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n[{',
    );
    await once(server, 'request');
    socket.destroy();
    expect(await nextLine(0)).toMatchObject({ status: 499, cut: true });
    // This later request gives the aborted one time to finish.
    await logged('/api/v1/getSysTime', '192.0.2.4');
    expect(errors).toEqual([]);
  });

  it('answers a body that breaks off with 400 while its client still listens', async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('[{')),
      pull: (controller) => controller.error(new Error('aborted')),
    });
    const broken = { method: 'POST', headers: json, body, duplex: 'half' };
    const answer = await shop.app.request('/api/v1/cart/variant/price', broken);
    expect([answer.status, (await answer.json()).code]).toEqual([400, 10001]);
    expect(errors).toEqual([]);
  });
});
