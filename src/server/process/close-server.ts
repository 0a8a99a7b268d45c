/** Shuts a server down gracefully: finishes running requests and closes every connection after its next response. */
import cluster from 'node:cluster';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { maxCallMs } from '../payments/providers/call-provider.ts';
import type { InFlightTracker } from './in-flight.ts';

export interface CloseTimeouts {
  /** Delay before idle connections are closed, ms: a client that just got a response often sends its next request at once. */
  asking: number;
  /** Timeout for connections that never sent a byte, ms. */
  silent: number;
  /** Timeout for clients that send half a request or do not read their response, ms. */
  clients: number;
  /**
   * Timeout for running work, ms. Handling a shopper who returns from a payment provider takes three requests to the provider. Each may use
   * its whole timeout, and the shop must still record the result.
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
 * Time without a new connection after which the listening socket may be closed, ms. By then a client that just got a response has
 * reconnected, and the cluster's primary process has passed on the connections that it accepted for this worker.
 */
const quietMs = 60;
/** Maximum time for which requests are queued while the server stops listening, ms. */
const maxQueueMs = 1500;

/**
 * Closes a server: from now on every response closes its connection, idle connections are closed soon, and no new ones are
 * accepted. Resolves when all connections are closed and all work is done, or when the timeouts have passed.
 */
export async function closeServer(
  server: Server,
  underWay: InFlightTracker,
  timeouts = defaultTimeouts,
): Promise<void> {
  // Runs before the shop's own listener, which may respond at once. Headers set here are sent whenever the response head is written.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) =>
    closing(response),
  );
  for (const response of underWay.headless()) closing(response);
  // The random delay makes workers close at different times: while one closes, another still accepts connections.
  await after(timeouts.asking * (cluster.isWorker ? 1 + Math.random() : 1));
  const { closed } = await shutDoor(server);
  const began = performance.now();
  const sweep = setInterval(() => {
    // Wait until this turn of the event loop has read its sockets: a connection with a newly arrived request is not idle.
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
 * Closes the listening socket once its backlog is empty, because closing the socket drops the connections in the backlog. The event loop
 * accepts one connection per turn, and clients reconnect as soon as they get a response. So requests are queued, without a response, until
 * the socket has closed.
 * @returns a promise that resolves when the last connection is closed
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
  const until = performance.now() + maxQueueMs;
  for (let isQuiet = false; !isQuiet && performance.now() < until; ) {
    const before = arrived;
    const began = performance.now();
    await after(quietMs);
    // A late timer means that the event loop was busy and may not have accepted all new connections yet, so the time does not count as
    // quiet.
    isQuiet = arrived === before && performance.now() - began < 2 * quietMs;
  }
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.removeAllListeners('request');
  for (const listener of listeners) server.on('request', listener);
  for (const request of queue) server.emit('request', ...request);
  return { closed };
}
