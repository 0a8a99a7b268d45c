/** The HTTP server of a process, with its timeouts and limits (docs/decisions/07-availability.md). */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ServerBounds {
  /**
   * A connection in use on which no byte moves is closed within this time, ms, and not before 86 % of it. Sent bytes move when the
   * network takes more of them, in steps of up to some hundred KB: honest downloads move within this even at 2 KB a second.
   */
  stuck: number;
  /** Connections of one process. Idle ones cost about 17 KB each; browsers keep up to six open for a minute. */
  connections: number;
}

const usual: ServerBounds = { stuck: 90_000, connections: 8_000 };

/** A connection is checked so many times within its bound: the shorter the period, the closer to the bound it is closed. */
const checksPerBound = 18;

/**
 * Returns a server that listens nowhere yet.
 * @param clock ms, of a clock that is never set
 */
export function openServer(
  listener: RequestListener,
  { stuck, connections } = usual,
  clock = () => performance.now(),
): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      // Checked this often, so that a client that sends a byte at a time is cut off soon after its timeout.
      connectionsCheckingInterval: 5_000,
      // Longer than the minute after which load balancers drop a connection.
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
  /** When the last period ended, and when the first of those without a gap began, ms. */
  checkedAt: number;
  since: number;
  bytesRead: number;
  bytesWritten: number;
}

/**
 * Closes connections on which nothing moves. `server.timeout` alone closes them up to twice as late: Node starts its timer again when
 * the network has taken anything since the write. So its period is short, and whole periods in a row are counted here.
 */
function closeStuck(server: Server, stuck: number, clock: () => number): void {
  const period = stuck / checksPerBound;
  const still = new WeakMap<Socket, Stillness>();
  server.timeout = period;
  server.on('timeout', (socket: Socket) => {
    // An idle connection between two requests has another timeout.
    if (socket.timeout !== period) {
      socket.destroy();
      return;
    }
    const checkedAt = clock();
    const { bytesRead, bytesWritten } = socket;
    const last = still.get(socket);
    // A period in which something moved ends without this event, so that the next event comes two periods after the last.
    const isContinued =
      last !== undefined &&
      last.bytesRead === bytesRead &&
      last.bytesWritten === bytesWritten &&
      checkedAt - last.checkedAt < 1.9 * period;
    const since = isContinued ? last.since : checkedAt - period;
    // The period in which the network took the last bytes is not counted, and a check may be late. So closing begins 2.5 periods before
    // the bound: at 77.5 of the usual 90 s, later than the 66 s that a payment provider may take.
    if (checkedAt - since > stuck - 2.5 * period) {
      socket.destroy();
      return;
    }
    still.set(socket, { checkedAt, since, bytesRead, bytesWritten });
    socket.setTimeout(period);
  });
}
