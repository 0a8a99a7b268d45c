/** The HTTP server of a process, with its timeouts and limits (docs/decisions/07-availability.md). */
import { createServer, type RequestListener, type Server } from 'node:http';

export interface ServerBounds {
  /**
   * Longest, ms, that a connection in use may stand still. What is sent counts as moving when the network takes more of it,
   * and that comes in steps of up to some hundred KB: honest downloads move within this even at 2 KB a second.
   */
  stuck: number;
  /** Connections of one process. Resting ones cost about 17 KB each; browsers keep up to six for a minute. */
  connections: number;
}

const usual: ServerBounds = { stuck: 90_000, connections: 8_000 };

/** A server that listens nowhere yet. */
export function openServer(listener: RequestListener, { stuck, connections } = usual): Server {
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
  server.timeout = stuck;
  server.maxConnections = connections;
  return server;
}
