/**
 * Fair scheduling by client for API reads, page renders and image encoding. Few tasks of one client run at once, and few start
 * per turn of the event loop, so that no client waits behind all requests of another. While the event loop is late, the client
 * with the most new renders is rejected first (docs/decisions/07-availability.md).
 */
import * as codes from '#lib/contract/codes.ts';
import { Failure } from './failure.ts';
import { decayUsage, initialRenderLimit, nextRenderLimit } from './fair-share.ts';

/** Maximum of running tasks per client. More gain nothing: one read takes the event loop for some ms. */
const maxRunning = 4;
/** Tasks started per turn of the event loop, of all clients: about 40 ms of work. */
const maxStarts = 8;
/** Maximum of queued tasks per client. A hundred people behind one IP address who click in the same second have fewer. */
const maxWaitingOfClient = 300;
const maxWaiting = 1000;
/** Retry-After of a rejected task, seconds. */
const retryAfter = 2;
const lookEvery = 100;
/** Sampling stops after this long without renders, ms, so that an idle shop sleeps. */
const restAfter = 2000;

/** Clocks and timers, replaceable in tests. */
export interface SchedulerClock {
  /** Monotonic, ms. */
  now(): number;
  /** CPU time of this thread, ms. */
  cpu(): number;
  /** Calls `look` periodically. @returns a function that stops it */
  every(milliseconds: number, look: () => void): () => void;
}

const realClock: SchedulerClock = {
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

export interface RenderTask<Page> {
  render(): Promise<Page>;
  /** Whether the page adds nothing to the cache: a client can make up any number of such URLs. */
  isNew(page: Page): boolean;
  /** Recent new renders (see `fade`) that a client may always have, even while the event loop is late. */
  floor: number;
}

/** Returns a client's key at the checkout: paying must not wait behind other requests of the same client or IP address. */
export function checkoutClientKey(client: string): string {
  return `checkout ${client}`;
}

/** Returns a client's key for image encoding: it takes longer than pages, which must not wait for it. */
export function imageClientKey(client: string): string {
  return `image ${client}`;
}

export class ClientScheduler {
  readonly #nextTurn: (start: () => void) => void;
  readonly #clock: SchedulerClock;
  /** Clients with running or queued tasks, in the order of their next turn. */
  readonly #clients = new Map<string, Client>();
  /** Recent new renders per client, fading; bounded by what can be rendered in a few seconds. */
  readonly #uses = new Map<string, number>();
  #share = initialRenderLimit;
  #asked = 0;
  #made = 0;
  #lastAsked = 0;
  #rest: (() => void) | null = null;
  #waiting = 0;
  /** Tasks started in this turn of the event loop. */
  #started = 0;
  #isScheduled = false;

  /** @param nextTurn calls back in the next turn of the event loop */
  constructor(nextTurn: (start: () => void) => void = setImmediate, clock = realClock) {
    this.#nextTurn = nextTurn;
    this.#clock = clock;
  }

  /**
   * Runs a client's task now or when its turn comes.
   * @param key `clientRateLimitKey` of the client, or its `checkoutClientKey` or `imageClientKey`
   * @throws Failure 10429 when this client, or all clients together, have too many queued tasks
   */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    return this.#inTurn(key, work, Number.POSITIVE_INFINITY);
  }

  /**
   * Renders a page for a client now or when its turn comes.
   * @throws Failure 10429 as `run` does, and when the client exceeds its share of new renders while the event loop is late
   */
  async render<Page>(key: string, { render, isNew, floor }: RenderTask<Page>): Promise<Page> {
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
    const queuedCount = client.waiting.length;
    // A client's first queued task is always accepted, so that others cannot lock it out by filling the queue.
    if (queuedCount >= maxWaitingOfClient || (queuedCount > 0 && this.#waiting >= maxWaiting))
      throw tooMany();
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

  /** Starts one queued task of each client in turn. */
  #startWaiting(): void {
    for (const [key, client] of [...this.#clients]) {
      if (this.#waiting === 0 || this.#started >= maxStarts) return;
      if (client.running >= maxRunning) continue;
      const next = this.#nextOf(key, client);
      if (!next) continue;
      // Move the client to the end of the queue.
      this.#clients.delete(key);
      this.#clients.set(key, client);
      this.#begin(client);
      next.start();
    }
  }

  /** Returns the client's next queued task; rejects those that now exceed its share. */
  #nextOf(key: string, client: Client): Waiting | null {
    for (let next = client.waiting.shift(); next; next = client.waiting.shift()) {
      this.#waiting -= 1;
      if (!this.#isBeyondShare(key, next.floor)) return next;
      next.reject(tooMany());
    }
    if (client.running === 0) this.#clients.delete(key);
    return null;
  }

  /** Starts sampling, which stops once no page has been requested for a while. */
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
        const remainingUse = decayUsage(use, span);
        if (remainingUse > 0) this.#uses.set(key, remainingUse);
        else this.#uses.delete(key);
      }
      const late = Math.max(0, span - lookEvery);
      const maxUse = Math.max(0, ...this.#uses.values());
      this.#share = nextRenderLimit(this.#share, {
        span,
        late,
        used,
        requests: this.#asked,
        made: this.#made,
        maxUse,
      });
      this.#asked = 0;
      this.#made = 0;
      if (this.#share.limit === initialRenderLimit.limit && now() - this.#lastAsked > restAfter) {
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
