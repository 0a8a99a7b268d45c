/**
 * Fair turns by client, for reads of the API, renders of pages and images that are encoded on request: few of one client run at once, and
 * few begin in one turn of the event loop, so that nobody waits for all that another client has requested. While the event loop is late,
 * new renders of the client that had the most of them are rejected first (docs/decisions/07-availability.md).
 */
import * as codes from '#lib/contract/codes.ts';
import { Failure } from './failure.ts';
import { fade, nextShare, onTime } from './fair-share.ts';

/** Reads of one client that run at once. More gain nothing: one read takes the event loop for some ms. */
const maxRunning = 4;
/** Reads that begin in one turn of the event loop, of all clients: about 40 ms of work. */
const maxStarts = 8;
/** Waiting reads of one client. A hundred people behind one address who click in the same second have fewer. */
const maxWaitingOfClient = 300;
const maxWaiting = 1000;
/** Seconds after which a rejected read is worth another attempt. */
const retryAfter = 2;
const lookEvery = 100;
/** No renders: looking ends, so that an idle shop sleeps. */
const restAfter = 2000;

/** What a process measures of itself. */
export interface TurnClock {
  /** ms, of a clock that only goes on. */
  now(): number;
  /** CPU time that this thread has used, ms. */
  cpu(): number;
  /** Calls again and again. @returns ends it */
  every(milliseconds: number, look: () => void): () => void;
}

const realClock: TurnClock = {
  now: () => performance.now(),
  cpu() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
  every(milliseconds, look) {
    const timer = setInterval(look, milliseconds);
    timer.unref();
    return () => clearInterval(timer);
  },
};

interface Waiting {
  floor: number;
  start(): void;
  reject(failure: Failure): void;
}

interface Client {
  running: number;
  waiting: Waiting[];
}

export interface Render<Page> {
  render(): Promise<Page>;
  /** Whether the page adds nothing to what is cached, so that any number of such URLs can be made up. */
  isNew(page: Page): boolean;
  /** New renders that a client may have had lately (`fade`) although the event loop is late. */
  floor: number;
}

/** Returns the key of a client's turns at the checkout: paying never waits behind what else the same client, or its address, reads. */
export function checkoutKey(client: string): string {
  return `checkout ${client}`;
}

/** Returns the key of a client's turns for images that are encoded on request: they take longer than pages, which do not wait for them. */
export function imageKey(client: string): string {
  return `image ${client}`;
}

export class ClientTurns {
  readonly #nextTurn: (start: () => void) => void;
  readonly #clock: TurnClock;
  /** Clients with reads that run or wait; the next to begin one first. */
  readonly #clients = new Map<string, Client>();
  /** New renders of each client, fading: as many entries as can be rendered in a few seconds. */
  readonly #uses = new Map<string, number>();
  #share = onTime;
  #asked = 0;
  #made = 0;
  #lastAsked = 0;
  #rest: (() => void) | null = null;
  #waiting = 0;
  /** Reads that began in this turn of the event loop. */
  #started = 0;
  #isScheduled = false;

  /** @param nextTurn calls in the next turn of the event loop */
  constructor(nextTurn: (start: () => void) => void = setImmediate, clock = realClock) {
    this.#nextTurn = nextTurn;
    this.#clock = clock;
  }

  /**
   * Runs a client's work now, or in its turn.
   * @param key the client, as rate limits count one (`clientKey`), or its `checkoutKey` or `imageKey`
   * @throws Failure 10429 when too much of this client, or of all, waits already
   */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    return this.#inTurn(key, work, Number.POSITIVE_INFINITY);
  }

  /**
   * Renders a page for a client now, or in its turn.
   * @throws Failure 10429 as `run`, and while the event loop is late when the client had more new renders than its share
   */
  async render<Page>(key: string, { render, isNew, floor }: Render<Page>): Promise<Page> {
    this.#look();
    this.#asked += 1;
    const page = await this.#inTurn(key, render, floor);
    if (isNew(page)) {
      this.#made += 1;
      this.#uses.set(key, (this.#uses.get(key) ?? 0) + 1);
    }
    return page;
  }

  async #inTurn<Result>(key: string, work: () => Promise<Result>, floor: number): Promise<Result> {
    if (this.#isBeyondShare(key, floor)) throw tooMany();
    const client = this.#clients.get(key) ?? { running: 0, waiting: [] };
    this.#clients.set(key, client);
    if (client.running >= maxRunning || client.waiting.length > 0 || this.#started >= maxStarts) {
      await this.#wait(client, floor);
    } else this.#begin(client);
    try {
      return await work();
    } finally {
      client.running -= 1;
      if (client.waiting.length > 0) this.#schedule();
      else if (client.running === 0) this.#clients.delete(key);
    }
  }

  #isBeyondShare(key: string, floor: number): boolean {
    return (this.#uses.get(key) ?? 0) + 1 > Math.max(this.#share.limit, floor);
  }

  #wait(client: Client, floor: number): Promise<void> {
    const own = client.waiting.length;
    // A client's first waiting read is always admitted: others who fill the line do not close it to everybody.
    if (own >= maxWaitingOfClient || (own > 0 && this.#waiting >= maxWaiting)) throw tooMany();
    this.#waiting += 1;
    this.#schedule();
    return new Promise((start, reject) => client.waiting.push({ floor, start, reject }));
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
      const next = this.#nextOf(key, client);
      if (!next) continue;
      // To the end of the line.
      this.#clients.delete(key);
      this.#clients.set(key, client);
      this.#begin(client);
      next.start();
    }
  }

  /** Takes the next one that waits of a client; those that are beyond its share by now are rejected. */
  #nextOf(key: string, client: Client): Waiting | null {
    for (let next = client.waiting.shift(); next; next = client.waiting.shift()) {
      this.#waiting -= 1;
      if (!this.#isBeyondShare(key, next.floor)) return next;
      next.reject(tooMany());
    }
    if (client.running === 0) this.#clients.delete(key);
    return null;
  }

  /** Looks from now on, until no page has been requested for a while. */
  #look(): void {
    const { now, cpu, every } = this.#clock;
    this.#lastAsked = now();
    if (this.#rest) return;
    let last = { now: now(), cpu: cpu() };
    this.#rest = every(lookEvery, () => {
      const span = Math.max(1, now() - last.now);
      const used = cpu() - last.cpu;
      last = { now: now(), cpu: cpu() };
      for (const [key, use] of this.#uses) {
        const left = fade(use, span);
        if (left > 0) this.#uses.set(key, left);
        else this.#uses.delete(key);
      }
      const late = Math.max(0, span - lookEvery);
      const most = Math.max(0, ...this.#uses.values());
      this.#share = nextShare(this.#share, { span, late, used, asked: this.#asked, made: this.#made, most });
      this.#asked = 0;
      this.#made = 0;
      if (this.#share.limit === onTime.limit && now() - this.#lastAsked > restAfter) {
        this.#rest?.();
        this.#rest = null;
        this.#uses.clear();
      }
    });
  }
}

function tooMany(): Failure {
  const message = 'Too many requests at once. Please wait a moment and try again.';
  return new Failure(codes.tooManyRequests, message, retryAfter);
}
