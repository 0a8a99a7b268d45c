/**
 * Schedules API reads, page renders and image encoding fairly between clients. Only a few tasks of a client run at once, and only a few
 * start per turn of the event loop, so that no client waits behind all requests of another. While the event loop lags, tasks of the client
 * with the most new renders are rejected first (docs/decisions/07-availability.md).
 */
import * as codes from '#lib/contract/codes.ts';
import { Failure } from './failure.ts';
import { decayUsage, initialRenderLimit, nextRenderLimit } from './fair-share.ts';

/** Maximum number of running tasks per client. More would not help, because each read occupies the event loop for several ms. */
const maxRunning = 4;
/** Maximum number of tasks that start per turn of the event loop, for all clients: about 40 ms of work. */
const maxStarts = 8;
/** Maximum number of queued tasks per client. A hundred people behind one IP address who click in the same second stay below it. */
const maxWaitingOfClient = 300;
const maxWaiting = 1000;
/** Retry-After of a rejected task, seconds. */
const retryAfter = 2;
const lookEvery = 100;
/** Sampling of the event loop stops after this long without renders, ms, so that an idle shop uses no CPU time. */
const restAfter = 2000;

/** Clocks and timers, replaceable in tests. */
export interface SchedulerClock {
  /** Returns a monotonic time, ms. */
  now(): number;
  /** Returns the CPU time of this thread, ms. */
  cpu(): number;
  /** Calls `look` periodically. @returns a function that stops the calls */
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
  /**
   * Returns whether the page counts as a new render, because it is not cached under its own URL: a client can make up any number of such
   * URLs.
   */
  isNew(page: Page): boolean;
  /** Number of recent new renders (see `decayUsage`) that a client may always have, even while the event loop lags. */
  floor: number;
}

/**
 * Returns a client's key for checkout requests, which have a separate queue: paying must not wait behind other requests of the same client
 * or IP address.
 */
export function checkoutClientKey(client: string): string {
  return `checkout ${client}`;
}

/** Returns a client's key for image encoding, which has a separate queue: it takes longer than page renders, which must not wait for it. */
export function imageClientKey(client: string): string {
  return `image ${client}`;
}

export class ClientScheduler {
  readonly #nextTurn: (start: () => void) => void;
  readonly #clock: SchedulerClock;
  /** Clients with running or queued tasks, in the order in which they may start their next task. */
  readonly #clients = new Map<string, Client>();
  /**
   * Number of recent new renders per client, decaying over time. The number of entries is bounded by the renders possible in a few seconds.
   */
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

  /** Creates a scheduler. @param nextTurn runs a callback in the next turn of the event loop */
  constructor(nextTurn: (start: () => void) => void = setImmediate, clock = realClock) {
    this.#nextTurn = nextTurn;
    this.#clock = clock;
  }

  /**
   * Runs a client's task immediately, or queues it.
   * @param key result of `clientRateLimitKey`, `checkoutClientKey` or `imageClientKey` for the client
   * @throws Failure 10429 when this client, or all clients together, have too many queued tasks
   */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    return this.#inTurn(key, work, Number.POSITIVE_INFINITY);
  }

  /**
   * Renders a page for a client immediately, or queues the render.
   * @throws Failure 10429 like `run`, and when the client exceeds its share of new renders while the event loop lags
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
    // A client's first queued task is always accepted, so that other clients cannot lock it out by filling the queue.
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

  /** Starts one queued task of each client, in round-robin order. */
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

  /** Returns the client's next queued task. Rejects the tasks before it that would now exceed the client's share of renders. */
  #nextOf(key: string, client: Client): Waiting | null {
    for (let next = client.waiting.shift(); next; next = client.waiting.shift()) {
      this.#waiting -= 1;
      if (!this.#isBeyondShare(key, next.floor)) return next;
      next.reject(tooMany());
    }
    if (client.running === 0) this.#clients.delete(key);
    return null;
  }

  /** Starts sampling the event loop. Sampling stops once no page has been requested for a while. */
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
