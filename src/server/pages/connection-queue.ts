/**
 * Requests that a client has pipelined on one connection: few run at once, the others wait until an answer is complete. Browsers do not
 * pipeline, so nobody who shops waits here.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that run at once. */
const maxRunning = 4;
/** Waiting requests, after which the connection is closed: each takes some KB. */
const maxWaiting = 100;

interface Connection {
  running: number;
  waiting: (() => void)[];
}

const connections = new WeakMap<Socket, Connection>();

/**
 * Begins a request now, or when an earlier one of its connection has been answered.
 * @param begin is not called when the connection ends before
 */
export function inConnectionQueue(
  { socket }: IncomingMessage,
  response: ServerResponse,
  begin: () => void,
): void {
  const connection = connections.get(socket) ?? { running: 0, waiting: [] };
  connections.set(socket, connection);
  const run = () => {
    connection.running += 1;
    response.once('close', () => {
      connection.running -= 1;
      const next = connection.waiting.shift();
      if (!socket.destroyed) next?.();
    });
    begin();
  };
  if (connection.running < maxRunning) run();
  else if (connection.waiting.length < maxWaiting) connection.waiting.push(run);
  else socket.destroy();
}
