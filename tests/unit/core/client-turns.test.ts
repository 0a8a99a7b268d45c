import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type EndpointKey, endpoints } from '#lib/contract/table.ts';
import { isOfCheckout, takesTurns } from '#server/api/app.ts';
import { ClientTurns } from '#server/core/client-turns.ts';

/** Turns whose event loop the test moves on, and work that the test ends. */
function setUp() {
  const scheduled: (() => void)[] = [];
  const turns = new ClientTurns((start) => void scheduled.push(start));
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
  /** One turn of the event loop. */
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
    const turns = new ClientTurns();
    const fail = () => turns.run('client', () => Promise.reject(new Error('broken')));
    for (let count = 0; count < 20; count += 1) await expect(fail()).rejects.toThrow('broken');
    await expect(turns.run('client', async () => 'read')).resolves.toBe('read');
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
    expect(reads.filter((key) => !takesTurns(key))).toEqual([]);
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
    expect(ofCheckout.filter((key) => !takesTurns(key) || !isOfCheckout(key))).toEqual([]);
    expect(isOfCheckout('GET /api/v1/storefront/search')).toBe(false);
    expect(isOfCheckout('POST /api/v2/cart/discount')).toBe(false);
  });

  it('are none that change something, order or pay [T1]', () => {
    const keys = Object.keys(endpoints) as EndpointKey[];
    const held = keys.filter(
      (key) =>
        takesTurns(key) &&
        (/^(?:PUT|DELETE)|\/(?:payments?|paypal|pay)\/|customer\/(?:login|register)\b/.test(key) ||
          'changesState' in endpoints[key]),
    );
    expect(held).toEqual([]);
    expect(takesTurns('POST /:shop_id/checkouts/:token')).toBe(false);
  });
});
