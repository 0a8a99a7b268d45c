import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/api/app.ts';
import type { Handlers } from '#server/core/handler.ts';
import { consumeRateLimit, deleteOldRateLimits } from '#server/core/rate-limit.ts';
import { createTestShop, type TestShop } from '../harness.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});

describe('rate limits', () => {
  const limit = { name: 'test', hits: 3, windowMs: 60_000 };

  it('allow so many calls in a window, each subject by itself, and begin anew with the next', async () => {
    const now = shop.clock.now();
    const tries = (subject: string, at: number) => consumeRateLimit(shop.db, limit, subject, at);
    expect([await tries('a', now), await tries('a', now), await tries('a', now)]).toEqual([true, true, true]);
    expect(await tries('a', now)).toBe(false);
    expect(await tries('b', now)).toBe(true);
    expect(await tries('a', now + 60_000)).toBe(true);
  });

  it('count every one of many calls at once', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, () => consumeRateLimit(shop.db, limit, 'crowd', shop.clock.now())),
    );
    expect(results.filter(Boolean)).toHaveLength(3);
  });

  it('write nothing for a call that is rejected after others: a flood costs no commits [T1]', async () => {
    const now = shop.clock.now();
    const flood = { ...limit, name: 'flood' };
    for (let call = 0; call < 10; call += 1) await consumeRateLimit(shop.db, flood, 'client', now);
    const row = shop.db.read.selectFrom('rate_limits').select('hits').where('key', 'like', 'flood:%');
    expect(await row.execute()).toEqual([{ hits: 4 }]);
    expect(await consumeRateLimit(shop.db, flood, 'client', now + 60_000)).toBe(true);
    expect(await row.execute()).toEqual([{ hits: 1 }]);
  });

  it('store no address and no e-mail', async () => {
    await consumeRateLimit(shop.db, limit, 'somebody@example.com', shop.clock.now());
    const keys = await shop.db.read.selectFrom('rate_limits').select('key').execute();
    expect(JSON.stringify(keys)).not.toContain('somebody');
  });

  it('are forgotten a day later', async () => {
    await deleteOldRateLimits(shop.db, shop.clock.now() + 2 * 86_400_000);
    expect(await shop.db.read.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
  });

  it('answer 429 and 10429 to a client that guesses order numbers, not to the next one', async () => {
    const app = createApp(shop.services, { handlers: { 'GET /api/v1/order/lookup': () => null } });
    const look = (order: number, ip: string) =>
      app.request(
        `/api/v1/order/lookup?order_no=A${order}`,
        {},
        { incoming: { socket: { remoteAddress: ip } } },
      );
    for (let order = 0; order < 120; order++) expect((await look(order, '203.0.113.5')).status).toBe(200);
    const refused = await look(120, '203.0.113.5');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 10429, data: null });
    expect((await look(120, '203.0.113.6')).status).toBe(200);
  });

  it('know an order number by whatever signs stand between its letters', async () => {
    const app = createApp(shop.services, { handlers: { 'POST /api/v1/order/lookup': () => null } });
    const look = (n: number) =>
      app.request(
        '/api/v1/order/lookup',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            order_no: `K7QMD${'-'.repeat(n % 9)}${n % 2 ? '4xhra' : '4XHRA'}`,
            email: 'a@b.co',
          }),
        },
        { incoming: { socket: { remoteAddress: `198.51.100.${n}` } } },
      );
    let refused = 0;
    for (let n = 1; n <= 65; n++) refused += (await look(n)).status === 429 ? 1 : 0;
    expect(refused).toBe(5);
  });

  it('count a whole IPv6 network as one client', async () => {
    const app = createApp(shop.services, { handlers: { 'GET /api/v1/order/lookup': () => null } });
    const look = (n: number, remoteAddress: string) =>
      app.request(`/api/v1/order/lookup?order_no=B${n}`, {}, { incoming: { socket: { remoteAddress } } });
    let refused = 0;
    for (let n = 1; n <= 125; n++) {
      // The part of the address that a customer chooses: one of the last four groups at a time.
      const own = ['0', '0', '0', '0'].with(n % 4, n.toString(16)).join(':');
      refused += (await look(n, `2001:db8:0:7:${own}`)).status === 429 ? 1 : 0;
    }
    expect(refused).toBe(5);
    expect((await look(126, '2001:db8:0:8::1')).status).toBe(200);
  });

  /** Returns the response codes of calls from one IP address. */
  async function codesOf(
    row: keyof Handlers & string,
    calls: { path?: string; body: object }[],
    ip: string,
  ): Promise<number[]> {
    const app = createApp(shop.services, { handlers: { [row]: () => ({}) } as Handlers });
    const found: number[] = [];
    for (const { path = row.split(' ')[1]!, body } of calls) {
      const answer = await app.request(
        path,
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
        { incoming: { socket: { remoteAddress: ip } } },
      );
      found.push(((await answer.json()) as { code: number }).code);
    }
    return found;
  }
  const group = (coupon: string) => [{ variant_items: [], coupon }];
  const refusedOf = (found: number[]) => found.filter((code) => code === 10429).length;

  it('count the different coupon codes of a client, wherever it tries them', async () => {
    const ip = '198.51.100.200';
    const codes = (from: number, make: (code: string) => object) =>
      Array.from({ length: 20 }, (_, index) => ({ body: make(`CODE${from + index}`) }));
    const tries = [
      await codesOf(
        'POST /api/v2/cart/discount',
        codes(0, (code) => ({ checkouts: group(code) })),
        ip,
      ),
      await codesOf(
        'POST /api/v1/checkout',
        codes(20, (code) => ({ source: 2, checkouts: group(code) })),
        ip,
      ),
      await codesOf(
        'POST /api/v2/checkouts/discount',
        codes(40, (coupon) => ({ checkout_items: [], coupon })),
        ip,
      ),
    ];
    expect(tries.map(refusedOf)).toEqual([0, 0, 0]);
    const next = [{ body: { checkouts: group('CODE60') } }, { body: { checkouts: group('CODE60') } }];
    expect(await codesOf('POST /api/v2/cart/discount', next, ip)).toEqual([10429, 10429]);
    const known = [{ body: { checkouts: group('code5') } }, { body: { checkouts: group('') } }];
    expect(await codesOf('POST /api/v2/cart/discount', known, ip)).toEqual([0, 0]);
    expect(await codesOf('POST /api/v2/cart/discount', next, '198.51.100.201')).toEqual([0, 0]);
  });

  it('count the different coupon codes of a checkout, from whatever address', async () => {
    const token = 'a'.repeat(32);
    const found: number[] = [];
    for (let index = 0; index < 25; index++) {
      const body = { coupon: `GUESS${index}` };
      const row = index % 2 ? 'POST /api/update/checkout/:id' : 'POST /:shop_id/checkouts/:token';
      const path = index % 2 ? `/api/update/checkout/${token}` : `/1/checkouts/${token}`;
      found.push(...(await codesOf(row, [{ path, body }], `192.0.2.${index}`)));
    }
    expect(found.slice(0, 20)).toEqual(Array(20).fill(0));
    expect(refusedOf(found)).toBe(5);
  });

  it.each([
    ['POST /api/v1/paypal/convenient/order', 60, { items: [], entrance: 2 }],
    ['POST /api/v1/paypal/log/save', 120, { step: 'approved' }],
    ['POST /api/presale/order/create', 60, { product_id: 1, variant_id: 1, quantity: 1 }],
  ] as const)('let no client write row after row through %s', async (row, allowed, body) => {
    const calls = Array.from({ length: allowed + 3 }, () => ({ body }));
    expect(refusedOf(await codesOf(row, calls, '198.51.100.202'))).toBe(3);
  });

  const bag = { source: 2, checkouts: group('') };
  it.each([
    ['POST /api/v1/checkout', 'checkout', 400, bag],
    ['POST /:shop_id/checkouts/:token', 'order', 200, {}, `/1/checkouts/${'b'.repeat(32)}`],
    ['POST /api/v2/order', 'order', 200, { checkout_token: 'b'.repeat(32) }],
    ['POST /api/v1/pre_order', 'order', 200, { checkout_token: 'b'.repeat(32) }],
    ['POST /api/v1/payments/', 'pay', 300, { order_no: 'A1', provider: 'simulated' }],
    ['POST /api/v2/payments/', 'pay', 300, { order_no: 'A1', provider: 'simulated' }],
    ['POST /api/v3/payments/', 'pay', 300, { order_no: 'A1', provider: 'simulated' }],
    ['POST /api/v1/cart/add/event', 'add-event', 1200, { extra_params: { cart_num: 1 } }],
    ['POST /api/v1/cart/add/event', 'add-event-day', 6000, { extra_params: { cart_num: 1 } }],
  ] as const)(
    'count what one client does through %s (%s) without guessing anything',
    async (row, name, allowed, body, path?: string) => {
      const calls = Array.from({ length: 3 }, () => ({ body, ...(path && { path }) }));
      const begun = await codesOf(row, calls.slice(0, 1), '198.51.100.203');
      const counter = shop.db.write.updateTable('rate_limits').where('key', 'like', `${name}:client:%`);
      await counter.set({ hits: allowed - 1 }).execute();
      expect([...begun, ...(await codesOf(row, calls, '198.51.100.203'))]).toEqual([0, 0, 10429, 10429]);
      expect(await codesOf(row, calls, '198.51.100.204')).toEqual([0, 0, 0]);
      await shop.db.write.deleteFrom('rate_limits').execute();
    },
  );
});
