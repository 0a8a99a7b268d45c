import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/http/app.ts';
import { forgetOldLimits, withinLimit } from '#server/http/rate-limit.ts';
import { createTestShop, type TestShop } from '../harness.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});

describe('rate limits', () => {
  const limit = { name: 'test', hits: 3, windowMs: 60_000 };

  it('allow so many calls in a window, each subject by itself, and begin anew with the next', async () => {
    const now = shop.clock.now();
    const tries = (subject: string, at: number) => withinLimit(shop.db, limit, subject, at);
    expect([await tries('a', now), await tries('a', now), await tries('a', now)]).toEqual([true, true, true]);
    expect(await tries('a', now)).toBe(false);
    expect(await tries('b', now)).toBe(true);
    expect(await tries('a', now + 60_000)).toBe(true);
  });

  it('count every one of many calls at once', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, () => withinLimit(shop.db, limit, 'crowd', shop.clock.now())),
    );
    expect(results.filter(Boolean)).toHaveLength(3);
  });

  it('store no address and no e-mail', async () => {
    await withinLimit(shop.db, limit, 'somebody@example.com', shop.clock.now());
    const keys = await shop.db.read.selectFrom('rate_limits').select('key').execute();
    expect(JSON.stringify(keys)).not.toContain('somebody');
  });

  it('are forgotten a day later', async () => {
    await forgetOldLimits(shop.db, shop.clock.now() + 2 * 86_400_000);
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
    const look = (n: number) =>
      app.request(
        `/api/v1/order/lookup?order_no=B${n}`,
        {},
        { incoming: { socket: { remoteAddress: `2001:db8:0:7::${n.toString(16)}` } } },
      );
    let refused = 0;
    for (let n = 1; n <= 125; n++) refused += (await look(n)).status === 429 ? 1 : 0;
    expect(refused).toBe(5);
  });
});
