/** Tracks the running requests and other work of a process, so that shutdown can wait for them even after their clients disconnected. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export class InFlightTracker {
  readonly #sockets = new Set<Socket>();
  readonly #answers = new Set<ServerResponse>();
  readonly #work = new Set<Promise<unknown>>();

  /** Tracks every new connection of the server. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Tracks a response until it is sent or its connection is closed. */
  answer(response: ServerResponse): void {
    this.#answers.add(response);
    response.once('close', () => this.#answers.delete(response));
  }

  /** Tracks work that must finish even if its client has disconnected. Ignores a rejection of the promise. */
  work(done: Promise<unknown>): void {
    const ended = done.then(
      () => {},
      () => {},
    );
    this.#work.add(ended);
    void ended.then(() => this.#work.delete(ended));
  }

  /** Resolves when all work is done, including work that starts meanwhile. */
  async done(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  /** Yields the responses whose head has not been sent. */
  *headless(): Iterable<ServerResponse> {
    for (const response of this.#answers) if (!response.headersSent) yield response;
  }

  /** Yields connections that never sent a byte, such as those that browsers open in advance. */
  *silent(): Iterable<Socket> {
    for (const socket of this.#sockets) if (socket.bytesRead === 0) yield socket;
  }

  /** Yields connections without a running response: the client sent half a request, or does not read its response. */
  *waiting(): Iterable<Socket> {
    const busy = new Set<Socket | null>();
    for (const response of this.#answers) if (!response.writableEnded) busy.add(response.socket);
    for (const socket of this.#sockets) if (!busy.has(socket)) yield socket;
  }
}
