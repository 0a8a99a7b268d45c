import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { type EndpointKey, endpoints } from '#lib/contract/table.ts';
import { isCheckoutEndpoint, isQueuedRead } from '#server/api/app.ts';
import { ClientScheduler, type SchedulerClock } from '#server/core/client-scheduler.ts';

/** Creates turns whose event loop the test advances, and work that the test ends. */
function setUp() {
  const scheduled: (() => void)[] = [];
  const turns = new ClientScheduler((start) => void scheduled.push(start));
  const running: { client: string; end: () => void }[] = [];
  const results: Record<string, string[]> = {};
  const request = (client: string, count = 1) => {
    for (let index = 0; index < count; index += 1) {
      const work = () => new Promise<void>((end) => running.push({ client, end }));
      turns.run(client, work).then(
        () => results[client]?.push('done'),
        (error: { code: number }) => results[client]?.push(String(error.code)),
      );
      results[client] ??= [];
    }
  };
  /** Runs one turn of the event loop. */
  const turn = async () => {
    for (const start of scheduled.splice(0)) start();
    await nextTick();
  };
  const of = (client: string) => running.filter((each) => each.client === client).length;
  const endAll = async () => {
    for (const { end } of running.splice(0)) end();
    await nextTick();
  };
  return { request, turn, of, endAll, results };
}

describe('turns of clients', () => {
  it('runs four reads of one client at once, and begins one waiting read in a turn [T1]', async () => {
    const { request, turn, of, endAll, results } = setUp();
    request('flood', 100);
    await nextTick();
    expect(of('flood')).toBe(4);
    await turn();
    expect(of('flood')).toBe(4);
    await endAll();
    await turn();
    expect(of('flood')).toBe(1);
    await turn();
    expect(of('flood')).toBe(2);
    for (let count = 0; count < 200; count += 1) {
      await endAll();
      await turn();
    }
    expect(results.flood).toEqual(Array(100).fill('done'));
  });

  it('begins the read of another client at once, however many of the first one wait [T1]', async () => {
    const { request, turn, of } = setUp();
    request('flood', 300);
    await turn();
    request('shopper');
    await nextTick();
    expect([of('flood'), of('shopper')]).toEqual([4, 1]);
  });

  it('takes clients in turn when many flood at once, a few reads in each turn of the event loop [T1]', async () => {
    const { request, turn, of, endAll } = setUp();
    for (let client = 0; client < 30; client += 1) request(`flood-${client}`, 10);
    request('shopper');
    await nextTick();
    let turns = 0;
    for (; of('shopper') === 0; turns += 1) {
      await endAll();
      await turn();
    }
    expect(turns).toBeLessThan(8);
  });

  it('rejects a read of which three hundred of the same client wait, and of nobody else [T1]', async () => {
    const { request, turn, of, results } = setUp();
    request('flood', 320);
    await turn();
    request('shopper', 2);
    await nextTick();
    expect(results.flood).toEqual(Array(16).fill('10429'));
    expect(of('shopper')).toBe(2);
  });

  it('serves a hundred people behind one address who click in the same moment [T1]', async () => {
    const { request, turn, endAll, results } = setUp();
    request('company', 100);
    request('company', 100);
    for (let count = 0; count < 400; count += 1) {
      await endAll();
      await turn();
    }
    expect(results.company).toEqual(Array(200).fill('done'));
  });

  it('goes on after a read that failed [T1]', async () => {
    const turns = new ClientScheduler();
    const fail = () => turns.run('client', () => Promise.reject(new Error('broken')));
    for (let count = 0; count < 20; count += 1) await expect(fail()).rejects.toThrow('broken');
    await expect(turns.run('client', async () => 'read')).resolves.toBe('read');
  });
});

/** Creates turns on a machine whose time and lateness the test sets. */
function setUpClock() {
  let at = 0;
  let cpu = 0;
  const looks = new Set<() => void>();
  const clock: SchedulerClock = {
    now: () => at,
    cpu: () => cpu,
    every(_milliseconds, look) {
      looks.add(look);
      return () => looks.delete(look);
    },
  };
  const turns = new ClientScheduler((start) => void setImmediate(start), clock);
  const rendered: string[] = [];
  /** Returns 'rendered' or the error code. @param floor as the listener sets it for pages of one visitor */
  const render = (client: string, { isNew = true, floor = 0 } = {}) =>
    turns.render(client, { render: async () => void rendered.push(client), isNew: () => isNew, floor }).then(
      () => 'rendered',
      (error: { code: number }) => error.code,
    );
  /** Runs the next check of the event loop, `late` ms late. @param share of a core that the process used since the last one */
  const look = async (late: number, share = 1) => {
    at += 100 + late;
    cpu += (100 + late) * share;
    for (const each of [...looks]) each();
    await new Promise(setImmediate);
  };
  /** Lets each client request its pages, then runs a check `late` ms late; repeats this `looked` times. */
  const flood = async (
    looked: number,
    pages: Record<string, number>,
    { late = 80, isNew = true, share = 1 } = {},
  ) => {
    for (let count = 0; count < looked; count += 1) {
      const asked = Object.entries(pages).flatMap(([client, wanted]) =>
        Array.from({ length: wanted }, () => render(client, { isNew })),
      );
      await Promise.all(asked);
      await look(late, share);
    }
  };
  return { turns, render, rendered, look, looks, flood };
}

describe('renders while the event loop is late', () => {
  it('rejects the client with the most new ones first, and nobody else', async () => {
    const { flood, render } = setUpClock();
    await flood(5, { flood: 12, crawler: 4, shopper: 1 });
    expect([await render('flood'), await render('crawler'), await render('shopper')]).toEqual([
      codes.tooManyRequests,
      'rendered',
      'rendered',
    ]);
  });

  it('rejects the next one when that is not enough, and nobody else', async () => {
    const { flood, rendered } = setUpClock();
    await flood(20, { flood: 30, crawler: 8 });
    rendered.length = 0;
    for (let count = 0; count < 12; count += 1) {
      await flood(4, { flood: 30, crawler: 8 });
      await flood(1, { flood: 30, crawler: 8, shopper: 1 });
    }
    const made = (client: string) => rendered.filter((each) => each === client).length;
    // Both get much less than they request, and nearly the same, although one requests four times as much.
    expect(made('crawler')).toBeLessThan(60 * 8 * 0.5);
    expect(made('flood')).toBeLessThan(2 * made('crawler'));
    expect(made('shopper')).toBe(12);
  });

  it('makes no new page for a flood from hundreds of addresses, and keeps for each what a person opens', async () => {
    const { flood, render } = setUpClock();
    for (let look = 0; look < 60; look += 1) {
      const from = (look % 10) * 30;
      const pages = Array.from({ length: 30 }, (_, at) => [`flood-${from + at}`, 1]);
      await flood(1, Object.fromEntries(pages));
    }
    expect(await render('nobody yet')).toBe(codes.tooManyRequests);
    expect(await render('nobody yet', { floor: 10 })).toBe('rendered');
    expect(await render('flood-7', { floor: 10 })).toBe('rendered');
  });

  it('rejects nobody while it is on time, however many are requested', async () => {
    const { flood, rendered } = setUpClock();
    await flood(30, { flood: 60 }, { late: 5 });
    expect(rendered).toHaveLength(30 * 60);
  });

  it('rejects nobody while another program has the CPU: the process is starved, not flooded', async () => {
    const { flood, rendered } = setUpClock();
    await flood(20, { flood: 30 }, { share: 0.15 });
    expect(rendered).toHaveLength(20 * 30);
  });

  it('rejects nobody for pages that add to the cache, of which there are only so many', async () => {
    const { flood, render } = setUpClock();
    await flood(5, { reader: 20 }, { isNew: false });
    expect(await render('reader', { floor: 10 })).toBe('rendered');
  });

  it('rejects what waits of the client that has the most, and never a read of the API', async () => {
    const { turns, look, flood } = setUpClock();
    await flood(4, { flood: 30 }, { late: 0 });
    const ends: (() => void)[] = [];
    const hang = () => new Promise<void>((end) => ends.push(end));
    for (let count = 0; count < 4; count += 1) void turns.run('flood', hang);
    const isNew = () => true;
    const isOver = { render: false, read: false };
    turns
      .render('flood', { render: hang, isNew, floor: 0 })
      .catch(() => Object.assign(isOver, { render: true }));
    turns.run('flood', hang).catch(() => Object.assign(isOver, { read: true }));
    await look(0);
    expect(isOver).toEqual({ render: false, read: false });
    await flood(6, { others: 12 });
    ends[0]?.();
    await flood(2, { others: 12 });
    // The API read has started.
    expect(ends).toHaveLength(5);
    expect(isOver).toEqual({ render: true, read: false });
  });

  it('admits the client again when the event loop is on time, and looks at nothing while nobody asks', async () => {
    const { flood, look, looks, render } = setUpClock();
    expect(looks.size).toBe(0);
    await flood(6, { flood: 30 });
    expect(await render('flood')).toBe(codes.tooManyRequests);
    for (let count = 0; count < 10; count += 1) await look(0);
    expect(await render('flood')).toBe('rendered');
    for (let count = 0; count < 22; count += 1) await look(0);
    expect(looks.size).toBe(0);
  });
});

describe('which calls take turns', () => {
  it('are reads of the shop, by GET or with a body [T1]', () => {
    const reads: EndpointKey[] = [
      'GET /api/v1/storefront/search',
      'GET /api/v1/storefront/suggestions',
      'GET /api/v1/storefront/collection',
      'GET /api/v1/comments',
      'POST /api/v1/productFilterSelector',
      'POST /api/v2/cart/discount',
      'POST /api/v1/storefront/wishlist/cards',
    ];
    expect(reads.filter((key) => !isQueuedRead(key))).toEqual([]);
  });

  it('are counted apart where they belong to the checkout [T1]', () => {
    const ofCheckout: EndpointKey[] = [
      'GET /api/v1/storefront/checkouts/:id',
      'POST /api/v2/checkouts/discount',
      'POST /api/v1/shippings',
      'POST /api/v1/taxes',
      'POST /api/v1/shipping/insurance/checkout/detail',
      'GET /api/v1/storefront/countries',
    ];
    expect(ofCheckout.filter((key) => !isQueuedRead(key) || !isCheckoutEndpoint(key))).toEqual([]);
    expect(isCheckoutEndpoint('GET /api/v1/storefront/search')).toBe(false);
    expect(isCheckoutEndpoint('POST /api/v2/cart/discount')).toBe(false);
  });

  it('are none that change something, order or pay [T1]', () => {
    const keys = Object.keys(endpoints) as EndpointKey[];
    const held = keys.filter(
      (key) =>
        isQueuedRead(key) &&
        (/^(?:PUT|DELETE)|\/(?:payments?|paypal|pay)\/|customer\/(?:login|register)\b/.test(key) ||
          'changesState' in endpoints[key]),
    );
    expect(held).toEqual([]);
    expect(isQueuedRead('POST /:shop_id/checkouts/:token')).toBe(false);
  });
});
