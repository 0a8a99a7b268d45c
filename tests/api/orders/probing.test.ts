/** Order numbers cannot be found by guessing, and guessing does not lock out their owners. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Visitor } from '../harness/visitor.ts';
import { defaultNow, type TestShop } from '../harness.ts';
import { addProduct, createOrderShop, order } from './fixture.ts';

let shop: TestShop;
let owner: Visitor;
let placed: { orderNo: string; token: string };

beforeAll(async () => {
  shop = await createOrderShop({ env: { PAYMENTS: 'sandbox' } });
  const bowl = await addProduct(shop, { price: 2000, stock: 9 });
  owner = shop.visitor();
  placed = await order(owner, [bowl]);
});

beforeEach(async () => {
  shop.clock.set(defaultNow);
  await shop.db.write.deleteFrom('rate_limits').execute();
});

const json = { 'content-type': 'application/json' };
const post =
  (path: string, more = {}) =>
  (who: Visitor, order_no: string, token?: string) =>
    who.send(path, { method: 'POST', headers: json, body: JSON.stringify({ order_no, token, ...more }) });
const get = (path: string) => (who: Visitor, id: string, token?: string) =>
  who.send(`${path}/${id}${token ? `?token=${token}` : ''}`);

const looks = {
  'pay/status': get('/api/v1/pay/status'),
  order: get('/api/v1/order'),
  tips: get('/api/v1/order/tips'),
  result: post('/api/v1/payments/query/result'),
  'status/cache': get('/api/v1/payments/del/pay/status/cache'),
};
const others = {
  zero: get('/api/v1/payments/zero'),
  simulatedPay: get('/api/v1/payments/simulatedPay'),
  pay: post('/api/v1/payments/', { provider: 'paypal' }),
  'pay by redirect': post('/api/v2/payments/', { provider: 'paypal' }),
  continue: post('/api/v1/payments/continue', { transaction_id: 'x' }),
  capture: (who: Visitor, order_no: string) =>
    who.send(`/api/v1/payments/paypal/capture?order_no=${order_no}&paypal_order_id=x`),
  payment: post('/api/v1/order/payment', { payment_method: 'card' }),
  extend: (who: Visitor, order_no: string) =>
    who.send(`/api/v1/order/extend/${order_no}`, { method: 'POST', headers: json, body: '{}' }),
  'email/monitor': post('/api/v1/paypal/email/monitor', { email: 'a@b.co' }),
};

it.each(Object.entries({ ...looks, ...others }))(
  'tells a stranger of another’s order and of none the same: %s [API-031, API-036]',
  async (name, ask) => {
    if (name === 'simulatedPay') shop.payments.set('simulated', {} as never);
    const stranger = shop.visitor();
    const [foreign, unknown, guessed] = [
      await ask(stranger, placed.orderNo),
      await ask(stranger, 'ZZZZZ-ZZZZZ'),
      await ask(stranger, placed.orderNo, 'guess'),
    ];
    const answer = await foreign.json();
    expect(answer).toEqual({ code: 10403, msg: 'This order is not yours.', data: null });
    expect([await unknown.json(), await guessed.json()]).toEqual([answer, answer]);
    expect(unknown.status).toBe(foreign.status);
  },
);

describe.each(Object.entries(looks))('trying %s', (_name, ask) => {
  it('is refused after so many tries of a client, with the time to wait', async () => {
    const stranger = shop.visitor();
    for (let at = 0; at < 3; at++) await ask(stranger, `AAAA${at + 2}-AAAAA`);
    await shop.db.write
      .updateTable('rate_limits')
      .set({ hits: 120 })
      .where('key', 'like', 'lookup:client:%')
      .execute();
    const refused = await ask(stranger, 'BBBBB-BBBBB');
    expect(refused.status).toBe(429);
    // Noon is the start of a ten-minute window.
    expect(refused.headers.get('retry-after')).toBe('600');
    shop.clock.advance(599_001);
    expect((await ask(stranger, 'BBBBB-BBBBB')).headers.get('retry-after')).toBe('1');
    shop.clock.advance(999);
    expect((await ask(stranger, 'BBBBB-BBBBB')).status).toBe(200);
  });

  it('locks neither the owner out nor whoever holds the link, and counts neither', async () => {
    const stranger = shop.visitor();
    await ask(stranger, placed.orderNo);
    const counters = shop.db.write.updateTable('rate_limits').where('key', 'like', 'lookup:%');
    await counters.set({ hits: 1000 }).execute();
    const hits = () =>
      shop.db.read.selectFrom('rate_limits').select(['key', 'hits']).orderBy('key').execute();
    const before = await hits();
    expect(before).not.toEqual([]);
    expect((await ask(stranger, placed.orderNo)).status).toBe(429);
    expect(await (await ask(owner, placed.orderNo)).json()).toMatchObject({ code: 0 });
    expect(await (await ask(owner, placed.orderNo.toLowerCase())).json()).toMatchObject({ code: 0 });
    if (ask !== looks.tips) {
      const holder = shop.visitor();
      expect(await (await ask(holder, placed.orderNo, placed.token)).json()).toMatchObject({ code: 0 });
    }
    expect(await hits()).toEqual(before);
  });
});

describe('looking an order up', () => {
  it.each([
    ['its number', (who: Visitor) => who.send(`/api/v1/order/lookup?order_no=${placed.orderNo}`)],
    [
      'number and e-mail',
      (who: Visitor) => post('/api/v1/order/lookup', { email: 'ada@example.com' })(who, placed.orderNo),
    ],
  ])(
    'by %s is not refused to its own browser, however often others have tried [API-114]',
    async (_, look) => {
      await look(shop.visitor());
      const counters = shop.db.write.updateTable('rate_limits').where('key', 'like', 'lookup:subject:%');
      await counters.set({ hits: 60 }).execute();
      const refused = await look(shop.visitor());
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600']);
      for (let turn = 0; turn < 2; turn += 1) {
        const answer = await look(owner);
        expect(await answer.json()).toMatchObject({ code: 0, data: { order_no: placed.orderNo } });
      }
    },
  );
});
