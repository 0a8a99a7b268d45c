/** How soon the server closes a connection without progress. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { createShopServer } from '#server/process/create-shop-server.ts';
import { closeAtEnd } from '../harness/clean-up.ts';

const stuck = 3600;

async function open(body: Buffer): Promise<Server> {
  const server = createShopServer((_request, response) => response.end(body), { stuck, connections: 10 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAtEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

function dial(server: Server) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
}

it('closes a connection whose client never reads within the bound [T3]', async () => {
  // More than the socket buffers hold.
  const server = await open(Buffer.alloc(32 * 1024 * 1024));
  const accepted = once(server, 'connection');
  const client = dial(server).pause();
  const [connection] = await accepted;
  const began = performance.now();
  await once(connection, 'close');
  expect(performance.now() - began).toBeLessThan(stuck * 1.1);
  client.destroy();
});
