import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createShopServer } from '#server/process/create-shop-server.ts';

/** More bytes than the socket buffers hold. */
const large = Buffer.alloc(16 * 1024 * 1024, 7);
const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function open(bounds: { stuck: number; connections: number }): Promise<Server> {
  const server = createShopServer((_request, response) => response.end(large), bounds);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function dial(server: Server): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  return socket;
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

describe('the server of a process', () => {
  it('ends an answer that nobody fetches, and lets one be fetched slowly', async () => {
    const server = await open({ stuck: 400, connections: 10 });
    const stuck = dial(server).pause();
    stuck.write(get);
    const [ended] = (await once(server, 'connection')) as [Socket];
    const slow = dial(server);
    slow.write(get);
    let received = 0;
    const took = performance.now();
    slow.on('data', (chunk) => {
      received += chunk.length;
      slow.pause();
      setTimeout(() => slow.resume(), 2);
    });
    const isCut = once(ended, 'close');
    await once(slow, 'end');
    expect(received).toBeGreaterThan(large.length);
    // It took longer than the 400 ms after which a stuck response ends.
    expect(performance.now() - took).toBeGreaterThan(400);
    await isCut;
  });

  it('takes no more connections than it can hold', async () => {
    const server = await open({ stuck: 60_000, connections: 1 });
    const first = dial(server);
    await once(first, 'connect');
    const second = dial(server);
    await once(second, 'close');
    first.write(get);
    const [chunk] = await once(first, 'data');
    expect(String(chunk)).toMatch(/^HTTP\/1\.1 200/);
  });

  it('has these bounds by itself', async () => {
    expect(createShopServer(() => {}).maxConnections).toBe(8_000);
  });

  /** Returns the second at which the server closes a connection that it checks at these seconds; null if it stays open. */
  function closedAt(checks: readonly number[], bytesAt: (second: number) => number = () => 0): number | null {
    let second = 0;
    let closed: number | null = null;
    const server = createShopServer(
      () => {},
      undefined,
      () => second * 1000,
    );
    const socket = {
      timeout: server.timeout,
      bytesRead: 0,
      bytesWritten: 0,
      setTimeout() {},
      destroy() {
        closed ??= second;
      },
    };
    for (const check of checks) {
      second = check;
      socket.bytesWritten = bytesAt(check);
      server.emit('timeout', socket);
    }
    return closed;
  }
  const every5 = Array.from({ length: 60 }, (_, index) => 5 * (index + 1));

  it('closes a connection on which nothing moves within 90 s, and not while a provider works on its answer [T3]', () => {
    // A payment provider takes at most 66 s.
    const [idle, sending] = [closedAt(every5), closedAt(every5.slice(1))];
    expect(idle).toBeGreaterThan(70);
    expect(sending).toBeGreaterThan(70);
    expect(Math.max(idle ?? Infinity, sending ?? Infinity)).toBeLessThanOrEqual(90);
  });

  it('counts again from the start when the network has taken something, or something was sent [T3]', () => {
    // Node skips the event at 60 s, because the network accepted data.
    expect(closedAt(every5.filter((second) => second !== 60))).toBe(140);
    expect(closedAt(every5, (second) => Math.floor(second / 60))).toBe(null);
  });

  it('closes a connection that rests for longer than it may at once [T3]', () => {
    const server = createShopServer(() => {});
    let closed = 0;
    const destroy = () => {
      closed += 1;
    };
    server.emit('timeout', { timeout: server.keepAliveTimeout + 1000, destroy });
    expect(closed).toBe(1);
  });
});
