import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { closeServer } from '#server/process/close-server.ts';
import { InFlightTracker } from '#server/process/in-flight.ts';

const patience = { asking: 10, silent: 20, clients: 60_000, work: 60_000 };
const servers: Server[] = [];
const agents: Agent[] = [];
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** Starts a server like the shop's: it counts unfinished responses as in flight. */
async function open(listener: RequestListener) {
  const underWay = new InFlightTracker();
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  servers.push(server);
  underWay.watch(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  const ask = (path: string) => {
    const sent = request({ port, host: '127.0.0.1', path, agent }).end();
    return once(sent, 'response') as Promise<[IncomingMessage]>;
  };
  return { server, underWay, port, ask };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer) text += chunk;
  return text;
}

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', () => resolve('closed')));

describe('the end of a server', () => {
  it('closes connections that rest at once, and those on which nothing was ever said soon after', async () => {
    const { server, underWay, port, ask } = await open((_request, response) => response.end('done'));
    const [answer] = await ask('/');
    const rested = closed(answer.socket);
    expect([answer.headers.connection, await textOf(answer)]).toEqual(['keep-alive', 'done']);
    const silent = connect(port, '127.0.0.1');
    await once(silent, 'connect');
    const hung = closed(silent);
    // Neither closes on its own: keep-alive holds the first for a minute, and the other stays open forever.
    await closeServer(server, underWay, patience);
    expect(await Promise.all([rested, hung])).toEqual(['closed', 'closed']);
  });

  it('finishes what is under way, and says that its connection closes', async () => {
    const release = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { server, underWay, ask } = await open((_request, response) => {
      underWay.answer(response);
      begun.resolve();
      // Raw headers, as for cached pages.
      void release.promise.then(() => response.writeHead(200, ['X-Kind', 'page']).end('whole'));
    });
    const asked = ask('/');
    await begun.promise;
    let isEnded = false;
    const ended = closeServer(server, underWay, patience).then(() => {
      isEnded = true;
    });
    while (server.listening) await new Promise(setImmediate);
    expect(isEnded).toBe(false);
    release.resolve();
    const [answer] = await asked;
    expect([answer.headers.connection, answer.headers['x-kind']]).toEqual(['close', 'page']);
    expect(await textOf(answer)).toBe('whole');
    await ended;
  });

  it('answers a request that comes on an open connection, and closes that', async () => {
    const head = Promise.withResolvers<void>();
    const rest = Promise.withResolvers<void>();
    const { server, underWay, port } = await open(async (asked, response) => {
      if (asked.url === '/first') {
        underWay.answer(response);
        // The headers are sent before the shutdown, so they cannot announce that the connection closes.
        response.writeHead(200, ['Content-Length', '2']).write('a');
        head.resolve();
        await rest.promise;
        response.end('b');
      } else response.writeHead(200, ['Content-Length', '4']).end('last');
    });
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\n');
    await head.promise;
    const ended = closeServer(server, underWay, patience);
    while (server.listening) await new Promise(setImmediate);
    // Sent before the first response ends: the second request is already waiting then.
    socket.write('GET /second HTTP/1.1\r\nHost: x\r\n\r\n');
    rest.resolve();
    await Promise.all([ended, closed(socket)]);
    const [, first, second] = received.split('HTTP/1.1 200 OK\r\n');
    expect(first).toMatch(/ab$/);
    expect(second).toContain('Connection: close\r\n');
    expect(second).toMatch(/last$/);
  });

  it('leaves whoever has just got an answer a moment to ask the next thing', async () => {
    const { server, underWay, ask } = await open((_request, response) => response.end('done'));
    const [first] = await ask('/');
    const { socket } = first;
    await textOf(first);
    const ended = closeServer(server, underWay, { ...patience, asking: 100 });
    const [second] = await ask('/');
    expect(second.socket === socket).toBe(true);
    expect([second.headers.connection, await textOf(second)]).toEqual(['close', 'done']);
    await ended;
  });

  it('waits for work whose client has gone, but for no client that does not go on', async () => {
    const work = Promise.withResolvers<void>();
    const { server, underWay, port } = await open((_request, response) => response.end());
    const half = connect(port, '127.0.0.1');
    half.write('POST / HTTP/1.1\r\n');
    await once(half, 'connect');
    underWay.work(work.promise);
    let isEnded = false;
    const ended = closeServer(server, underWay, { ...patience, clients: 20 }).then(() => {
      isEnded = true;
    });
    await closed(half);
    await new Promise(setImmediate);
    expect(isEnded).toBe(false);
    work.reject(new Error('The work failed, which is another matter.'));
    await ended;
  });

  it('ends at the end of its patience with work that never does', async () => {
    const { server, underWay, ask } = await open((_request, response) => underWay.answer(response));
    const cut = ask('/').catch((error: Error) => error.message);
    await once(server, 'request');
    await closeServer(server, underWay, { ...patience, work: 60 });
    expect(await cut).toBe('socket hang up');
  });
});
