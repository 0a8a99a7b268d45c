/** Several processes on one database, with simulated time and delays. */

import { expect, it } from 'vitest';
import { uncompressedBody } from '#server/cache/encode-body.ts';
import { PageCache } from '#server/cache/page-cache.ts';
import { PurgeFeed } from '#server/cache/purge-feed.ts';
import { PurgePoll, pollIntervalMs } from '#server/cache/purge-poll.ts';

/** Simulated time, which passes only from one event to the next. */
class World {
  now = 0;
  readonly #events: { at: number; happen: () => void }[] = [];

  at(instant: number, happen: () => void): void {
    const event = { at: Math.max(instant, this.now), happen };
    const place = this.#events.findIndex((other) => other.at > event.at);
    this.#events.splice(place === -1 ? this.#events.length : place, 0, event);
  }

  async runUntil(end: number): Promise<void> {
    await new Promise(setImmediate);
    for (let [event] = this.#events; event && event.at <= end; [event] = this.#events) {
      this.#events.shift();
      this.now = event.at;
      event.happen();
      // Runs everything that follows without time passing.
      await new Promise(setImmediate);
    }
    this.now = end;
  }
}

/** One number that pages show, and the purges committed with its changes. */
class Shop {
  value = 0;
  #ids = 0;
  readonly rows: { id: number; tag: string }[] = [];

  /** Reserves the id of a purge. The returned function commits it together with the change. */
  begin(tag: string): () => void {
    this.#ids += 1;
    const row = { id: this.#ids, tag };
    return () => {
      this.rows.push(row);
      if (tag === 'price') this.value += 1;
    };
  }
}

/** Starts a process with the parts that pages/page-service.ts connects. */
function startProcess(world: World, shop: Shop) {
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => world.at(world.now + milliseconds, resolve));
  const work = () => wait(3);
  /** Reads the database as of an instant between query and response. */
  const ask = async <Answer>(read: () => Answer) => {
    await work();
    const answer = read();
    await work();
    return answer;
  };
  const cache: PageCache = new PageCache({
    render: async (tag) => ({
      status: 200,
      headers: [],
      body: Buffer.from(String(await ask(() => shop.value))),
      tags: [tag],
      changesAt: null,
      cacheControl: null,
      maxAge: 600,
      root: '',
      complete: true,
    }),
    get purges() {
      return poll;
    },
    now: () => world.now,
    maxBytes: 1_000_000,
    staleSeconds: 60,
    onError: () => {},
  });
  const feed = new PurgeFeed({
    newest: () => ask(() => Math.max(0, ...shop.rows.map(({ id }) => id))),
    read: (after, gaps) =>
      ask(() =>
        shop.rows
          .filter(({ id }) => id > after || gaps.some(({ from, to }) => id >= from && id <= to))
          .sort((a, b) => a.id - b.id),
      ),
    monotonicNow: () => world.now,
    now: () => world.now,
  });
  feed.subscribe((tags) => {
    cache.forget(tags);
    poll.renew();
  });
  const poll: PurgePoll = new PurgePoll({
    sync: () => feed.sync(),
    monotonicNow: () => world.now,
    after(milliseconds, call) {
      let isOff = false;
      void wait(milliseconds).then(() => isOff || call());
      return () => {
        isOff = true;
      };
    },
  });
  const opened = wait(0).then(() => feed.sync());
  void opened.then(async () => {
    for (;;) {
      await wait(pollIntervalMs);
      await poll.applyPurges().catch(() => {});
    }
  });
  return {
    show: async (tag: string) => {
      await opened;
      await wait(0);
      const page = cache.fresh(tag) ?? (await cache.get(tag));
      return Number(uncompressedBody(page).toString());
    },
  };
}

it('shows a change in every process within two seconds, and nobody waits for it', async () => {
  const world = new World();
  const shop = new Shop();
  const processes = [1, 2].map(() => startProcess(world, shop));
  await world.runUntil(1000);
  /** Returns the value that the page shows and the ms that it took, and advances the time no further. */
  const show = async (process: (typeof processes)[number]) => {
    const asked = world.now;
    let value: number | undefined;
    void process.show('price').then((shown) => {
      value = shown;
    });
    for (; value === undefined; world.now += 1) await world.runUntil(world.now);
    return { value, after: world.now - 1 - asked };
  };
  for (const process of processes) await show(process);
  for (let value = 1; value <= 20; value += 1) {
    await world.runUntil(world.now + 37 * value);
    shop.begin('price')();
    const changed = world.now;
    while (world.now < changed + 1500) {
      for (const process of processes) expect((await show(process)).after).toBeLessThan(20);
      await world.runUntil(world.now + 100);
    }
    for (const process of processes) expect(await show(process)).toEqual({ value, after: 0 });
  }
});
