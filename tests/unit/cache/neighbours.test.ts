/** Several processes on one database, in a world whose time, delays and standstills the test makes up. */

import { describe, expect, it } from 'vitest';
import { plainBody } from '#server/cache/encode-body.ts';
import { Lease, leaseTime, pollEvery } from '#server/cache/lease.ts';
import { PageCache } from '#server/cache/page-cache.ts';
import { PurgeFeed } from '#server/cache/purge-feed.ts';
import { fc, isSoak } from '../../fast-check.ts';

/** Time passes only from one event to the next. */
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
      // Everything that follows from it without time passing.
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

  /** Draws the id of a purge; what it returns commits it together with the change. */
  begin(tag: string): () => void {
    this.#ids += 1;
    const row = { id: this.#ids, tag };
    return () => {
      this.rows.push(row);
      if (tag === 'price') this.value += 1;
    };
  }
}

interface Habits {
  /** ms each of its steps takes, in turn. */
  delays: number[];
  /** When it does nothing at all, and for how long. */
  standstills: { at: number; lasts: number }[];
}

/** A process as pages/open-pages.ts puts one together. */
function startProcess(
  world: World,
  shop: Shop,
  { delays, standstills }: Habits,
  { hasNeighbours, isStrict } = { hasNeighbours: true, isStrict: true },
) {
  let step = 0;
  const waits: number[] = [];
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      let until = world.now + milliseconds;
      for (const { at, lasts } of standstills) if (until >= at && until < at + lasts) until = at + lasts;
      world.at(until, resolve);
    });
  const work = () => {
    step += 1;
    return wait(delays[step % delays.length] ?? 0);
  };
  /** What is asked of the database is answered as of some instant between the question and the answer. */
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
      return lease;
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
    clock: () => world.now,
    now: () => world.now,
  });
  feed.subscribe((tags, began) => {
    cache.forget(tags);
    lease.renew(began, tags);
  });
  const lease: Lease = new Lease({
    sync: () => feed.sync(),
    isStrict,
    hasNeighbours,
    clock: () => world.now,
    pause: (milliseconds) => {
      waits.push(milliseconds);
      return wait(milliseconds);
    },
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
      await wait(pollEvery(isStrict));
      await lease.hear().catch(() => {});
    }
  });
  return {
    cache,
    waits,
    show: async (tag: string) => {
      await opened;
      await wait(0);
      const page = cache.fresh(tag) ?? (await cache.get(tag));
      return Number(plainBody(page).toString());
    },
  };
}

interface Shown {
  asked: number;
  answered: number;
  value: number;
}

const span = 4000;
const instant = fc.integer({ min: 0, max: span });
const habits = fc.record({
  opens: fc.oneof(fc.constant(0), instant),
  delays: fc.array(fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 900 })), {
    minLength: 3,
    maxLength: 9,
  }),
  standstills: fc.array(fc.record({ at: instant, lasts: fc.integer({ min: 1, max: 3000 }) }), {
    maxLength: 4,
  }),
});
const change = fc.record({ at: instant, takes: fc.integer({ min: 0, max: 800 }) });
const visit = fc.record({ at: instant, process: fc.nat({ max: 2 }) });

describe('processes that share a database', () => {
  it('never show an older page after a newer one, however slow or stuck each of them is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(habits, { minLength: 2, maxLength: 3 }),
        fc.array(change, { minLength: 1, maxLength: 12 }),
        fc.array(visit, { minLength: 20, maxLength: 80 }),
        async (all, changes, visits) => {
          const world = new World();
          const shop = new Shop();
          const processes: ReturnType<typeof startProcess>[] = [];
          for (const { opens, ...one } of all) {
            world.at(opens, () => processes.push(startProcess(world, shop, one)));
          }
          for (const { at, takes } of changes) {
            world.at(at, () => {
              const commit = shop.begin('price');
              world.at(at + takes, commit);
            });
          }
          const shown: Shown[] = [];
          let asked = 0;
          /** Of a process that was not told of purges in time: it shows nothing. */
          let refused = 0;
          for (const { at, process } of visits) {
            world.at(at, async () => {
              const visited = processes[process % processes.length];
              if (!visited) return;
              asked += 1;
              try {
                const value = await visited.show('price');
                shown.push({ asked: at, answered: world.now, value });
              } catch {
                refused += 1;
              }
            });
          }
          await world.runUntil(span * 10);
          expect(shown).toHaveLength(asked - refused);
          for (const one of shown) {
            const older = shown.filter((other) => other.answered < one.asked && other.value > one.value);
            expect(older, `shown ${one.value} at ${one.answered}, asked for at ${one.asked}`).toEqual([]);
          }
        },
      ),
      { numRuns: isSoak ? 20_000 : 400 },
    );
  }, 300_000);
});

const calm: Habits = { delays: [3], standstills: [] };

/** Two calm processes that keep the pages `price` and `other`. */
async function setUp(kind = { hasNeighbours: true, isStrict: true }) {
  const world = new World();
  const shop = new Shop();
  const processes = [1, 2].map(() => startProcess(world, shop, calm, kind));
  const [first] = processes;
  if (!first) throw new Error('no process');
  await world.runUntil(1000);
  /** What the page shows and after how long, with no more time passed than that. */
  const show = async (tag: string, process = first) => {
    const asked = world.now;
    let value: number | undefined;
    void process.show(tag).then((shown) => {
      value = shown;
    });
    for (; value === undefined; world.now += 1) await world.runUntil(world.now);
    return { value, after: world.now - 1 - asked };
  };
  for (const process of processes) for (const tag of ['price', 'other']) await show(tag, process);
  return { world, shop, show, processes, first };
}

describe('what a change costs', () => {
  it('is one lease for the first who asks for a page that it concerns, and nothing after that', async () => {
    const { world, shop, show } = await setUp();
    shop.begin('price')();
    // Nobody can have seen the newer one yet.
    expect(await show('price')).toEqual({ value: 0, after: 0 });
    await world.runUntil(world.now + leaseTime / 2 + 10);
    const shown = await show('price');
    expect(shown.value).toBe(1);
    expect(shown.after).toBeGreaterThan(leaseTime / 2);
    expect(shown.after).toBeLessThanOrEqual(leaseTime + 20);
    expect(await show('price')).toEqual({ value: 1, after: 0 });
  });

  it('is nothing for a page that it does not concern, kept or not', async () => {
    const { world, shop, show, first } = await setUp();
    shop.begin('price')();
    await world.runUntil(world.now + leaseTime / 2 + 10);
    expect((await show('other')).after).toBe(0);
    first.cache.forget(['other']);
    expect((await show('other')).after).toBeLessThan(20);
    expect(first.waits).toEqual([]);
  });

  it('is a render and no wait for a process that is alone', async () => {
    const { world, shop, show, first } = await setUp({ hasNeighbours: false, isStrict: true });
    shop.begin('price')();
    await world.runUntil(world.now + leaseTime / 2 + 10);
    const shown = await show('price');
    expect(shown.value).toBe(1);
    expect(shown.after).toBeLessThan(20);
    expect(first.waits).toEqual([]);
  });

  it('is nothing for anybody without CACHE_STRICT, and the change shows in every process within two seconds', async () => {
    const { world, shop, show, processes } = await setUp({ hasNeighbours: true, isStrict: false });
    for (let value = 1; value <= 20; value += 1) {
      await world.runUntil(world.now + 37 * value);
      shop.begin('price')();
      const changed = world.now;
      while (world.now < changed + 1500) {
        for (const process of processes) expect((await show('price', process)).after).toBeLessThan(20);
        await world.runUntil(world.now + 100);
      }
      for (const process of processes) expect(await show('price', process)).toEqual({ value, after: 0 });
    }
    expect(processes.flatMap(({ waits }) => waits)).toEqual([]);
  });
});
