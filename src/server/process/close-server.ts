/** The end of a server: nothing under way is cut, and no connection outlives its next answer. */
import cluster from 'node:cluster';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { maxCallMs } from '../payments/providers/call-provider.ts';
import type { InFlight } from './in-flight.ts';

export interface CloseTimeouts {
  /** Before connections that rest are closed, ms: a client that has just been answered often sends its next request at once. */
  asking: number;
  /** With connections that never said a word, ms. */
  silent: number;
  /** With clients that send half a request, or do not fetch their answer. */
  clients: number;
  /**
   * With what is being worked on: a payment provider may take its whole time to answer, and what it took is written down.
   * A buyer who comes back from it needs three calls.
   */
  work: number;
}

const defaultTimeouts: CloseTimeouts = {
  asking: 200,
  silent: 1000,
  clients: 10_000,
  work: 3 * maxCallMs + 5000,
};
const sweepEveryMs = 200;
/**
 * No new connection for this long, ms: a client that was just answered has reconnected by then, and what a primary has accepted
 * for this worker is handed over in less.
 */
const quietMs = 60;
/** Longest that requests are held while the door is shut, ms. */
const maxHeldMs = 1500;

/**
 * Every answer from now on closes its connection; those that rest are closed in a moment, and no new ones taken. Resolves
 * when the last one is closed and all work is done, or the timeouts have passed.
 */
export async function closeServer(
  server: Server,
  underWay: InFlight,
  timeouts = defaultTimeouts,
): Promise<void> {
  // Before the shop's own listener, which may answer at once: setHeader goes in front of whatever head is written later.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) =>
    closing(response),
  );
  for (const response of underWay.headless()) closing(response);
  // Not all workers in the same moment: what is handed to one that has just closed, another still takes.
  await after(timeouts.asking * (cluster.isWorker ? 1 + Math.random() : 1));
  const { closed } = await shutDoor(server);
  const began = performance.now();
  const sweep = setInterval(() => {
    // After this turn's reading, for the same reason.
    setImmediate(() => {
      server.closeIdleConnections();
      const waited = performance.now() - began;
      if (waited >= timeouts.silent) for (const socket of underWay.silent()) socket.destroy();
      if (waited >= timeouts.clients) for (const socket of underWay.waiting()) socket.destroy();
    });
  }, sweepEveryMs);
  const timer = new AbortController();
  await Promise.race([
    Promise.all([closed, underWay.done()]),
    after(timeouts.work, undefined, { signal: timer.signal }).catch(() => {}),
  ]);
  timer.abort();
  clearInterval(sweep);
  server.closeAllConnections();
  await closed;
}

function closing(response: ServerResponse): void {
  response.setHeader('Connection', 'close');
}

/**
 * Closes the listening socket while its backlog is empty: connections that wait there to be accepted would be cut. The event loop accepts
 * one connection a turn, and clients come back as fast as they are answered; so requests are held until it has closed.
 * @returns resolves when the last connection is closed
 */
async function shutDoor(server: Server): Promise<{ closed: Promise<void> }> {
  const listeners = server.listeners('request') as RequestListener[];
  const queue: Parameters<RequestListener>[] = [];
  let arrived = 0;
  server.removeAllListeners('request');
  server.on('request', (...request) => void queue.push(request));
  server.on('connection', () => {
    arrived += 1;
  });
  const until = performance.now() + maxHeldMs;
  for (let isQuiet = false; !isQuiet && performance.now() < until; ) {
    const before = arrived;
    const began = performance.now();
    await after(quietMs);
    // An event loop that was late has not seen yet who came meanwhile.
    isQuiet = arrived === before && performance.now() - began < 2 * quietMs;
  }
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.removeAllListeners('request');
  for (const listener of listeners) server.on('request', listener);
  for (const request of queue) server.emit('request', ...request);
  return { closed };
}
