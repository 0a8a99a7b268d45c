import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { proxyTo } from '#server/http/api-proxy.ts';
import type { Services } from '#server/services.ts';
import { ask, listen } from './served.ts';

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

describe('the way to another platform', () => {
  it('passes the body of a GET on as its body, never as a request of its own', async () => {
    const seen: string[] = [];
    const platform = await listen((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      request.resume().on('end', () => response.end('{}'));
    });
    const proxy = await proxyFor(platform);
    const hidden = 'POST /api/hidden HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n';
    const client = connect(portOf(proxy), '127.0.0.1');
    client.write(
      'GET /api/asked HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n' +
        `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
    );
    client.resume();
    await once(client, 'close');
    expect(seen).toEqual(['GET /api/asked']);
  });

  it('breaks off with an answer that breaks off, instead of leaving the shopper waiting', async () => {
    const platform = await listen((request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('ten bytes.', () => request.socket.destroy());
    });
    const client = connect(portOf(await proxyFor(platform)), '127.0.0.1');
    client.write('GET /api/asked HTTP/1.1\r\nhost: x\r\n\r\n');
    client.resume();
    const isOver = once(client, 'close').then(() => 'over');
    const patience = new Promise((resolve) => setTimeout(resolve, 2_000, 'still waiting'));
    expect(await Promise.race([isOver, patience])).toBe('over');
    client.destroy();
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
