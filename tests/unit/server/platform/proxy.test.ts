import { once } from 'node:events';
import { type IncomingHttpHeaders, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Services } from '#server/core/services.ts';
import { proxyTo } from '#server/platform/proxy.ts';
import { ask, listen } from '../../served.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function portOf(server: Server): number {
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

function proxyFor(platform: Server): Promise<Server> {
  const env = { SITE_URL: 'http://localhost' } as Services['env'];
  const services = { env, log: { warn: () => {} } } as unknown as Services;
  return listen(proxyTo(`http://127.0.0.1:${portOf(platform)}`, services));
}

/** Starts a platform that records its requests, and the shop in front of it. */
async function inFront(answered: Record<string, string | string[]> = {}) {
  const seen: { line: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const asked = { times: 0 };
  const platform = await listen((request, response) => {
    asked.times += 1;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const line = `${request.method} ${request.url}`;
      seen.push({ line, headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(200, { 'content-type': 'application/json', ...answered }).end('{"code":0}');
    });
  });
  const proxy = await proxyFor(platform);
  servers.push(proxy);
  return { proxy, seen, asked };
}

function put(server: Server, method: string, path: string, bytes: number, isChunked = false) {
  const { port } = server.address() as AddressInfo;
  return new Promise<number>((resolve, reject) => {
    const headers = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes };
    const sent = request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(Buffer.alloc(bytes, 32));
  });
}

describe('the way to another platform', () => {
  it('leads to calls of the contract and to pictures, at the address that was decided on', async () => {
    const { proxy, seen } = await inFront();
    const passed: [string, string, string][] = [
      ['GET', '/api/v1/getSysTime?a=1', '/api/v1/getSysTime?a=1'],
      ['GET', '/api/x/../v1/./getSysTime', '/api/v1/getSysTime'],
      ['GET', '/api/x/%2e%2E/v1/getSysTime', '/api/v1/getSysTime'],
      ['HEAD', '/api/v1/getSysTime', '/api/v1/getSysTime'],
      ['GET', '/media/abc/320.webp', '/media/abc/320.webp'],
      ['HEAD', '/media/abc/320.webp', '/media/abc/320.webp'],
      ['PUT', '/api/v1/comments/7/like', '/api/v1/comments/7/like'],
    ];
    for (const [method, path] of passed) await ask(proxy, path, {}, method);
    expect(seen.map(({ line }) => line)).toEqual(passed.map(([method, , path]) => `${method} ${path}`));
  });

  it.each([
    ['GET', '/internal/secret'],
    ['GET', '/api'],
    ['GET', '/api/v1/none'],
    ['GET', '/api/../internal/secret'],
    ['GET', '/api/%2e%2e/internal/secret'],
    ['GET', '/api/.%2E/internal/secret'],
    ['GET', '/media/../internal/secret'],
    ['GET', '/media/..%2finternal/secret'],
    ['GET', '/media/..%5cinternal/secret'],
    ['GET', '/media/..\\..\\internal/secret'],
    ['GET', '/media/%252e%252e/internal/secret'],
    ['GET', '/media//internal/secret'],
    ['GET', '//internal/api/v1/getSysTime'],
    ['GET', '/media/'],
    ['GET', '/media/a%00'],
    ['GET', '/api/v1/comments/..%2f..%2finternal/aggregate'],
    ['POST', '/admin/delete-everything'],
    ['POST', '/media/abc/320.webp'],
    ['POST', '/api/v1/getSysTime'],
    ['DELETE', '/api/v1/getSysTime'],
    ['OPTIONS', '/api/v1/getSysTime'],
    ['GET', 'http://elsewhere.test/api/v1/getSysTime'],
  ])('does not lead to %s %s, which the platform never hears of', async (method, path) => {
    const { proxy, seen } = await inFront();
    const { status, body } = await ask(proxy, path, {}, method);
    expect([status, JSON.parse(body.toString()).code]).toEqual([404, 10404]);
    expect(seen).toEqual([]);
  });

  it.each([
    '/media/..;/internal',
    '/media/..;x=1/internal',
    '/media/a;v=1.webp',
    '/media/..%3b/internal',
    '/media/..%3B/internal',
    '/api/v1/order/..;',
    '/api/v1/order/..;/..;/internal',
    '/api/v1/order/A1;jsessionid=1',
    '/api/v1;x/getSysTime',
  ])('rejects path parameters, which other servers cut off: %s [T6]', async (path) => {
    const { proxy, seen } = await inFront();
    expect((await ask(proxy, path)).status).toBe(404);
    expect(seen).toEqual([]);
  });

  it('passes a semicolon of the query on [T6]', async () => {
    const { proxy, seen } = await inFront();
    await ask(proxy, '/api/v1/getSysTime?a=1;2');
    expect(seen.map(({ line }) => line)).toEqual(['GET /api/v1/getSysTime?a=1;2']);
  });

  it('carries the headers that the contract reads, and of an answer those that belong to it', async () => {
    const { proxy, seen } = await inFront({
      'set-cookie': ['visitor=a', 'b=c'],
      'content-security-policy': "default-src 'none'",
      'x-powered-by': 'Else',
      etag: '"1"',
      server: 'Else',
    });
    const read = {
      cookie: 'visitor=x',
      token: 'abcdefgh',
      'time-zone': 'Europe/Rome',
      'accept-language': 'it',
    };
    const withheld = {
      authorization: 'Basic eDp5',
      'x-real-ip': '10.0.0.1',
      'true-client-ip': '10.0.0.1',
      'x-original-url': '/internal',
      'x-http-method-override': 'DELETE',
      forwarded: 'for=10.0.0.1',
      'x-forwarded-host': 'elsewhere.test',
      origin: 'http://localhost',
      'sec-fetch-site': 'same-origin',
    };
    const { headers } = await ask(proxy, '/api/v1/getSysTime', {
      ...read,
      ...withheld,
      'x-forwarded-for': '10.0.0.1',
    });
    const { host, connection, ...sent } = seen[0]!.headers;
    expect(sent).toEqual({ ...read, 'x-forwarded-for': '127.0.0.1' });
    expect(host).toMatch(/^127\.0\.0\.1:/);
    expect(connection).not.toBe('upgrade');
    expect(headers).toMatchObject({ 'set-cookie': ['visitor=a', 'b=c'], etag: '"1"' });
    for (const name of ['content-security-policy', 'x-powered-by', 'server'])
      expect(headers[name]).toBeUndefined();
    await ask(proxy, '/api/v1/getSysTime', { 'sec-fetch-site': 'cross-site' });
    expect(seen[1]!.headers['sec-fetch-site']).toBe('cross-site');
  });

  it.each([
    ['POST', '/api/v1/comments/7', 1024],
    ['POST', '/api/v2/cart/discount', 64],
    ['PUT', '/api/v1/common/file/upload/abc', 5 * 1024],
  ])('bounds the body of %s %s to %i KiB, told before or counted', async (method, path, kib) => {
    const { proxy, seen, asked } = await inFront();
    const bytes = kib * 1024;
    expect(await put(proxy, method, path, bytes)).toBe(200);
    expect(await put(proxy, method, path, bytes, true)).toBe(200);
    expect(seen.map(({ body }) => body.byteLength)).toEqual([bytes, bytes]);
    expect(await put(proxy, method, path, bytes + 1)).toBe(413);
    expect(asked.times).toBe(2);
    expect(await put(proxy, method, path, bytes + 1, true)).toBe(413);
    expect(seen).toHaveLength(2);
  });

  it('leaves out the body of a GET, and never takes it for a request of its own', async () => {
    const seen: string[] = [];
    const platform = await listen((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      request.resume().on('end', () => response.end('{}'));
    });
    const proxy = await proxyFor(platform);
    const hidden = 'POST /api/hidden HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n';
    const client = connect(portOf(proxy), '127.0.0.1');
    client.write(
      'GET /api/v1/getSysTime HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n' +
        `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
    );
    client.resume();
    await once(client, 'close');
    expect(seen).toEqual(['GET /api/v1/getSysTime']);
  });

  it('breaks off with an answer that breaks off, instead of leaving the shopper waiting', async () => {
    const platform = await listen((request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('ten bytes.', () => request.socket.destroy());
    });
    const client = connect(portOf(await proxyFor(platform)), '127.0.0.1');
    client.write('GET /api/v1/getSysTime HTTP/1.1\r\nhost: x\r\n\r\n');
    client.resume();
    const isOver = once(client, 'close').then(() => 'over');
    const patience = new Promise((resolve) => setTimeout(resolve, 2_000, 'still waiting'));
    expect(await Promise.race([isOver, patience])).toBe('over');
    client.destroy();
  });

  it('leaves room for the listeners of the server, so that Node does not warn about a leak', async () => {
    const { proxy } = await inFront();
    let added = 0;
    proxy.prependListener('request', (_, response) => {
      response.on('newListener', (event) => (added += event === 'close' ? 1 : 0));
    });
    await ask(proxy, '/api/v1/getSysTime');
    expect(added).toBeLessThanOrEqual(2);
  });

  it('says in the envelope, with HTTP 500, that the platform is away or answers in words of its own', async () => {
    const balancer = await listen((_request, response) => {
      response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Service Unavailable</h1>');
    });
    const away = await listen(() => {});
    const proxies = await Promise.all([proxyFor(balancer), proxyFor(away)]);
    away.close();
    for (const proxy of proxies) {
      servers.push(proxy);
      const { status, headers, body } = await ask(proxy, '/api/v1/getSysTime');
      expect(status).toBe(500);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(JSON.parse(body.toString())).toMatchObject({ code: 90000, data: null });
    }
  });

  it('passes a failure on that the platform tells in the envelope', async () => {
    const told = JSON.stringify({ code: 90000, msg: 'Reference 123.', data: null });
    const platform = await listen((_request, response) => {
      response.writeHead(500, { 'content-type': 'application/json; charset=utf-8' }).end(told);
    });
    const proxy = await proxyFor(platform);
    servers.push(proxy);
    const { status, body } = await ask(proxy, '/api/v1/getSysTime');
    expect([status, body.toString()]).toEqual([500, told]);
  });
});
