/** How long others wait while one client sends far more requests than the server can answer. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { beforeAll, expect, it } from 'vitest';
import { generateCsv } from '#server/catalog/csv/generate.ts';
import { parseTrustedProxies } from '#server/core/client-address.ts';
import { ClientScheduler } from '#server/core/client-scheduler.ts';
import { createRequestListener, type RequestListenerOptions } from '#server/pages/request-listener.ts';
import { apiListener } from '#server/platform/api-listener.ts';
import { createShopServer } from '#server/process/create-shop-server.ts';
import { testFolder } from '../catalog/files.ts';
import { importFile } from '../catalog/import-file.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { createTestShop } from '../harness.ts';

const address = '127.0.0.1';
const search = '/api/v1/storefront/search?q=';
let port: number;

beforeAll(async () => {
  const shop = await createTestShop({ env: { TRUSTED_PROXIES: address } });
  const file = join(testFolder(), 'products.csv');
  await pipeline(Readable.from(generateCsv(500, 10)), createWriteStream(file));
  await importFile(shop, file);
  const turns = new ClientScheduler();
  const server = createShopServer(
    createRequestListener({
      services: shop.services,
      pages: { cache: { fresh: () => undefined } },
      turns,
      isTrusted: parseTrustedProxies(address),
      handleInternal: () => false,
      preview: null,
      api: apiListener(shop.services, async () => {}, undefined, turns),
      observe: () => () => {},
      atWork() {},
    } as unknown as RequestListenerOptions),
  );
  await once(server.listen(0, address), 'listening');
  closeAtEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  port = (server.address() as AddressInfo).port;
  await request(search);
}, 120_000);

/** Returns the status and duration in ms of a request from an IP address. */
async function request(path: string, from = '203.0.113.1'): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const answer = await fetch(`http://${address}:${port}${path}`, { headers: { 'x-forwarded-for': from } });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - began };
}

/** Pipelines requests from one client on one connection. @returns their statuses */
async function pipelined(pathOf: (index: number) => string, count: number): Promise<string[]> {
  const socket = connect(port, address);
  const statuses: string[] = [];
  socket.on('data', (chunk: Buffer) => {
    for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d+)/g))
      statuses.push(status);
  });
  const heads = Array.from({ length: count }, (_, index) => {
    const end = index === count - 1 ? 'Connection: close\r\n' : '';
    return `GET ${pathOf(index)} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.7\r\n${end}\r\n`;
  });
  socket.write(heads.join(''));
  await once(socket, 'close');
  return statuses;
}

it.each([
  ['searches', (index: number) => `${search}oat${index}`],
  ['suggestions', () => '/api/v1/storefront/suggestions'],
  ['the API document', () => '/api/openapi.json'],
])(
  '10 connections with 60 pipelined requests for %s delay others by at most 0.5 s [T1]',
  async (_, pathOf) => {
    let isOver = false;
    const flood = Promise.all(Array.from({ length: 10 }, () => pipelined(pathOf, 60))).finally(() => {
      isOver = true;
    });
    let slowest = 0;
    while (!isOver) {
      const answers = await Promise.all([
        request(`${search}mug`),
        request('/api/v1/getSysTime', '203.0.113.2'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      slowest = Math.max(slowest, ...answers.map(({ ms }) => ms));
    }
    // The server rejects none of them: each waits for its turn.
    expect((await flood).flat()).toEqual(Array(600).fill('200'));
    expect(slowest).toBeLessThan(500);
  },
  60_000,
);

it('answers all of a hundred people who share an address and search in the same moment [T1]', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, person) => request(`${search}cup${person}`, '192.0.2.9')),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
}, 60_000);
