/**
 * Keeps renders of public pages from holding up who is buying (docs/decisions/07-availability.md). While the event loop is late by its own
 * work because of pages that name nothing, those are refused; pages of the shop's own things wait in a line that takes half of the time.
 */
import { setTimeout as after } from 'node:timers/promises';
import { decideRoute } from '../cache/route-rules.ts';
import { idleLoad, nextLoad } from './render-load.ts';

/** A page is not made now. Known by its name, as everything that crosses layers. */
export class TooBusy extends Error {
  override name = 'TooBusy';
}

export function isTooBusy(error: unknown): boolean {
  return error instanceof Error && error.name === 'TooBusy';
}

const lookEvery = 100;
/** No requests: looking ends, so that an idle shop sleeps. */
const restAfter = 2000;
const maxQueued = 100;

export interface GateClock {
  /** ms, of a clock that only goes on. */
  now(): number;
  /** CPU time that this thread has used, ms. */
  cpu(): number;
  /** Calls again and again. @returns ends it */
  every(milliseconds: number, look: () => void): () => void;
  pause(milliseconds: number): Promise<unknown>;
}

const realClock: GateClock = {
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
  pause: (milliseconds) => after(milliseconds),
};

export class RenderGate {
  readonly #clock: GateClock;
  #load = idleLoad;
  #asked = 0;
  #waiting = 0;
  #line: Promise<unknown> = Promise.resolve();
  #lastLook = 0;
  #lastCpu = 0;
  #lastAsked = 0;
  #rest: (() => void) | null = null;

  constructor(clock = realClock) {
    this.#clock = clock;
  }

  get isRefusing(): boolean {
    return this.#load.refusing;
  }

  /**
   * Renders now, in its turn, or not at all.
   * @param address path and query
   * @throws TooBusy when the page is not made
   */
  async pass<Page extends { status: number }>(address: string, render: () => Promise<Page>): Promise<Page> {
    this.#look();
    const isBounded = isOfThing(address);
    if (!isBounded) this.#asked += 1;
    if (this.#load.refusing) return isBounded ? this.#inLine(render) : refuse();
    return this.#counted(isBounded, render);
  }

  stop(): void {
    this.#rest?.();
    this.#rest = null;
  }

  /** A handle that nothing has is one of a flood too, which shows when its page is made. */
  async #counted<Page extends { status: number }>(
    isBounded: boolean,
    render: () => Promise<Page>,
  ): Promise<Page> {
    const page = await render();
    if (isBounded && page.status === 404) this.#asked += 1;
    return page;
  }

  async #inLine<Page extends { status: number }>(render: () => Promise<Page>): Promise<Page> {
    if (this.#waiting >= maxQueued) {
      this.#asked += 1;
      return refuse();
    }
    this.#waiting += 1;
    const turn = this.#line.then(async () => {
      this.#waiting -= 1;
      const began = this.#clock.now();
      const made = await this.#counted(true, render).then(
        (page) => ({ page }),
        (error: unknown) => ({ error }),
      );
      return { made, took: this.#clock.now() - began };
    });
    // The next one waits for as long as this one took: half of the time is for everybody else.
    this.#line = turn.then(({ took }) => (this.#load.refusing ? this.#clock.pause(took) : undefined));
    const { made } = await turn;
    if ('error' in made) throw made.error;
    return made.page;
  }

  /** Looks from now on, until no request has come for a while. */
  #look(): void {
    const { now, cpu } = this.#clock;
    this.#lastAsked = now();
    if (this.#rest) return;
    this.#lastLook = now();
    this.#lastCpu = cpu();
    this.#rest = this.#clock.every(lookEvery, () => {
      const span = now() - this.#lastLook;
      const used = cpu() - this.#lastCpu;
      this.#lastLook = now();
      this.#lastCpu = cpu();
      this.#load = nextLoad(this.#load, {
        now: now(),
        span: Math.max(1, span),
        late: Math.max(0, span - lookEvery),
        used,
        asked: this.#asked,
      });
      this.#asked = 0;
      if (!this.#load.refusing && now() - this.#lastAsked > restAfter) this.stop();
    });
  }
}

function refuse(): never {
  throw new TooBusy('Too many pages are asked for at once.');
}

/** Whether the address has the form of a thing of the shop, such as a product: there are only so many of them. */
function isOfThing(address: string): boolean {
  if (address.includes('?')) return false;
  const route = decideRoute({ pathname: address, search: '', searchParams: new URLSearchParams() });
  return route.kind === 'shared';
}
