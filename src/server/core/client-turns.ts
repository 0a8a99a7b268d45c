/**
 * Fair turns for reads: few reads of one client run at once, and few begin in one turn of the event loop, so that nobody waits for all
 * that another client has requested (docs/decisions/07-availability.md).
 */
import * as codes from '#lib/contract/codes.ts';
import { Failure } from './failure.ts';

/** Reads of one client that run at once. More gain nothing: one read takes the event loop for some ms. */
const maxRunning = 4;
/** Reads that begin in one turn of the event loop, of all clients: about 40 ms of work. */
const maxStarts = 8;
/** Waiting reads of one client. A hundred people behind one address who click in the same second have fewer. */
const maxWaitingOfClient = 300;
const maxWaiting = 1000;
/** Seconds after which a rejected read is worth another attempt. */
const retryAfter = 2;

interface Client {
  running: number;
  waiting: (() => void)[];
}

/** Returns the key of a client's turns at the checkout: paying never waits behind what else the same client, or its address, reads. */
export function checkoutKey(client: string): string {
  return `checkout ${client}`;
}

export class ClientTurns {
  readonly #nextTurn: (start: () => void) => void;
  /** Clients with reads that run or wait; the next to begin one first. */
  readonly #clients = new Map<string, Client>();
  #waiting = 0;
  /** Reads that began in this turn of the event loop. */
  #started = 0;
  #isScheduled = false;

  /** @param nextTurn calls in the next turn of the event loop */
  constructor(nextTurn: (start: () => void) => void = setImmediate) {
    this.#nextTurn = nextTurn;
  }

  /**
   * Runs a client's work now, or in its turn.
   * @param key the client, as rate limits count one (`clientKey`), or its `checkoutKey`
   * @throws Failure 10429 when too much of this client, or of all, waits already
   */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const client = this.#clients.get(key) ?? { running: 0, waiting: [] };
    this.#clients.set(key, client);
    if (client.running >= maxRunning || client.waiting.length > 0 || this.#started >= maxStarts) {
      await this.#wait(client);
    } else this.#begin(client);
    try {
      return await work();
    } finally {
      client.running -= 1;
      if (client.waiting.length > 0) this.#schedule();
      else if (client.running === 0) this.#clients.delete(key);
    }
  }

  #wait(client: Client): Promise<void> {
    const own = client.waiting.length;
    // A client's first waiting read is always admitted: others who fill the line do not close it to everybody.
    if (own >= maxWaitingOfClient || (own > 0 && this.#waiting >= maxWaiting)) {
      const message = 'Too many requests at once. Please wait a moment and try again.';
      return Promise.reject(new Failure(codes.tooManyRequests, message, retryAfter));
    }
    this.#waiting += 1;
    this.#schedule();
    return new Promise((resolve) => client.waiting.push(resolve));
  }

  #begin(client: Client): void {
    client.running += 1;
    this.#started += 1;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#nextTurn(() => {
      this.#isScheduled = false;
      this.#started = 0;
      this.#startWaiting();
    });
  }

  /** Begins one read of each client that may begin one. */
  #startWaiting(): void {
    for (const [key, client] of [...this.#clients]) {
      if (this.#waiting === 0 || this.#started >= maxStarts) return;
      if (client.running >= maxRunning) continue;
      const start = client.waiting.shift();
      if (!start) continue;
      this.#waiting -= 1;
      // To the end of the line.
      this.#clients.delete(key);
      this.#clients.set(key, client);
      this.#begin(client);
      start();
    }
  }
}
