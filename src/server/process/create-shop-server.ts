/** Creates the HTTP server with its timeouts and limits (docs/decisions/07-availability.md). */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ServerLimits {
  /**
   * Timeout for an active connection, ms: one without traffic is closed after 86 % to 100 % of this time. Sent bytes count as traffic when
   * the network accepts more of them, in steps of up to a few hundred KB; a slow download of 2 KB a second is still fast enough to stay
   * open.
   */
  stuck: number;
  /** Maximum number of connections per process. Idle ones cost about 17 KB each; browsers keep up to six open for a minute. */
  connections: number;
}

const usual: ServerLimits = { stuck: 90_000, connections: 8_000 };

/**
 * Number of checks of a connection within the `stuck` time. With more checks, a stuck connection is closed closer to the end of that time.
 */
const checksPerBound = 18;

/**
 * Returns a server that does not listen yet.
 * @param clock monotonic clock, ms
 */
export function createShopServer(
  listener: RequestListener,
  { stuck, connections } = usual,
  clock = () => performance.now(),
): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      // Frequent enough to cut off a client that sends one byte at a time soon after its timeout.
      connectionsCheckingInterval: 5_000,
      // Longer than the 60 s after which load balancers close an idle connection.
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
    },
    listener,
  );
  server.maxRequestsPerSocket = 0;
  server.maxConnections = connections;
  closeStuck(server, stuck, clock);
  return server;
}

interface Stillness {
  /** `checkedAt` is the end of the last idle period and `since` the start of the current series of idle periods, ms. */
  checkedAt: number;
  since: number;
  bytesRead: number;
  bytesWritten: number;
}

/**
 * Closes connections without traffic. `server.timeout` alone would close them up to twice as late, because Node restarts its timer if the
 * network has accepted any data since the write. So `server.timeout` is set to a short period, and this function counts consecutive idle
 * periods.
 */
function closeStuck(server: Server, stuck: number, clock: () => number): void {
  const period = stuck / checksPerBound;
  const still = new WeakMap<Socket, Stillness>();
  server.timeout = period;
  server.on('timeout', (socket: Socket) => {
    // A timeout other than `period` belongs to a keep-alive connection that is idle between two requests, which is closed at once.
    if (socket.timeout !== period) {
      socket.destroy();
      return;
    }
    const checkedAt = clock();
    const { bytesRead, bytesWritten } = socket;
    const last = still.get(socket);
    // A period with traffic fires no timeout event. So if the last event was two periods ago, there was traffic, and the count starts
    // again.
    const isContinued =
      last !== undefined &&
      last.bytesRead === bytesRead &&
      last.bytesWritten === bytesWritten &&
      checkedAt - last.checkedAt < 1.9 * period;
    const since = isContinued ? last.since : checkedAt - period;
    // Close the connection 2.5 periods before the limit, because the period in which the network accepted the last bytes is not counted,
    // and a check may be late. With the default of 90 s, that is after 77.5 s, longer than the 66 s that a payment provider may take.
    if (checkedAt - since > stuck - 2.5 * period) {
      socket.destroy();
      return;
    }
    still.set(socket, { checkedAt, since, bytesRead, bytesWritten });
    socket.setTimeout(period);
  });
}
