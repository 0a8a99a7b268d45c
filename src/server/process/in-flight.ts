/** What a process is answering, so that its end can wait for it: also for work whose client has gone. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export class InFlight {
  readonly #sockets = new Set<Socket>();
  readonly #answers = new Set<ServerResponse>();
  readonly #work = new Set<Promise<unknown>>();

  /** From now on knows every connection of the server. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** An answer that is not given at once. */
  answer(response: ServerResponse): void {
    this.#answers.add(response);
    response.once('close', () => this.#answers.delete(response));
  }

  /** Work that must be finished even when its client has disconnected. Never rejects here. */
  work(done: Promise<unknown>): void {
    const ended = done.then(
      () => {},
      () => {},
    );
    this.#work.add(ended);
    void ended.then(() => this.#work.delete(ended));
  }

  /** Resolves when all work is done, that begun meanwhile included. */
  async done(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  /** Answers whose head is not out yet. */
  *headless(): Iterable<ServerResponse> {
    for (const response of this.#answers) if (!response.headersSent) yield response;
  }

  /** Connections that never said a word, such as browsers open ahead of need. */
  *silent(): Iterable<Socket> {
    for (const socket of this.#sockets) if (socket.bytesRead === 0) yield socket;
  }

  /** Connections on which nothing is being worked out: half a request, or an answer that is not fetched. */
  *waiting(): Iterable<Socket> {
    const busy = new Set<Socket | null>();
    for (const response of this.#answers) if (!response.writableEnded) busy.add(response.socket);
    for (const socket of this.#sockets) if (!busy.has(socket)) yield socket;
  }
}
