/** The HTTP server of a process, with timeouts and limits (docs/decisions/07-availability.md). */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ServerLimits {
  /**
   * An active connection without traffic is closed within this time, ms, and not before 86 % of it. Sent bytes count when the
   * network takes more of them, in steps of up to some hundred KB: slow downloads do so in time even at 2 KB a second.
   */
  stuck: number;
  /** Maximum of connections per process. Idle ones cost about 17 KB each; browsers keep up to six open for a minute. */
  connections: number;
}

const usual: ServerLimits = { stuck: 90_000, connections: 8_000 };

/** Checks of a connection within its bound: the more there are, the closer to the bound it is closed. */
const checksPerBound = 18;

/**
 * Returns a server that does not listen yet.
 * @param clock monotonic, ms
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
      // Often enough that a client that sends a byte at a time is cut off soon after its timeout.
      connectionsCheckingInterval: 5_000,
      // Longer than the 60 s after which load balancers drop a connection.
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
  /** When the last period ended, and when the current series of idle periods began, ms. */
  checkedAt: number;
  since: number;
  bytesRead: number;
  bytesWritten: number;
}

/**
 * Closes connections without traffic. `server.timeout` alone would close them up to twice as late: Node restarts its timer when
 * the network has taken anything since the write. So its period is short, and this function counts consecutive idle periods.
 */
function closeStuck(server: Server, stuck: number, clock: () => number): void {
  const period = stuck / checksPerBound;
  const still = new WeakMap<Socket, Stillness>();
  server.timeout = period;
  server.on('timeout', (socket: Socket) => {
    // A connection that is idle between two requests has another timeout.
    if (socket.timeout !== period) {
      socket.destroy();
      return;
    }
    const checkedAt = clock();
    const { bytesRead, bytesWritten } = socket;
    const last = still.get(socket);
    // A period with traffic ends without this event, so the next event comes two periods after the last.
    const isContinued =
      last !== undefined &&
      last.bytesRead === bytesRead &&
      last.bytesWritten === bytesWritten &&
      checkedAt - last.checkedAt < 1.9 * period;
    const since = isContinued ? last.since : checkedAt - period;
    // The period in which the network took the last bytes does not count, and a check may be late. So connections are closed from
    // 2.5 periods before the bound: at 77.5 of the default 90 s, later than the 66 s that a payment provider may take.
    if (checkedAt - since > stuck - 2.5 * period) {
      socket.destroy();
      return;
    }
    still.set(socket, { checkedAt, since, bytesRead, bytesWritten });
    socket.setTimeout(period);
  });
}
