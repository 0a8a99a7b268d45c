import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deriveLinkToken } from '#server/checkout/link-token.ts';
import { releaseExpiredHolds } from '#server/orders/expiry.ts';
import { paymentReconciliationJob } from '#server/payments/attempts/reconcile.ts';
import { stockOf } from '../orders/fixture.ts';
import {
  books,
  cards,
  createPayShop,
  decide,
  ownBooks,
  type PayShop,
  type Placed,
  payByCard,
  placeOne,
  startPayPal,
} from './pay-shop.ts';

let shop: PayShop;

beforeAll(async () => {
  shop = await createPayShop();
});
beforeEach(() => shop.sandbox.scenarios.clear());

const paidOnce = { status: 1, hold: '', payments: ['captured'], mails: 1, stock: 4, moves: ['capture'] };
const minute = 60_000;

/** Runs the job twice, each time after the attempts have waited long enough to be checked. */
async function reconcile() {
  for (let round = 0; round < 2; round += 1) {
    shop.clock.advance(65_000);
    await shop.work(true);
  }
}

async function lapse() {
  shop.clock.advance(16 * minute);
  await releaseExpiredHolds(shop.services);
}

function capture(placed: Placed, id: string) {
  return placed.visitor.call('GET /api/v1/payments/paypal/capture', {
    query: { paypal_order_id: id, order_no: placed.orderNo },
  });
}

describe('answers that were lost', () => {
  it('records a charge whose answer never came, without a webhook [PAY-13]', async () => {
    const placed = await placeOne(shop);
    shop.sandbox.scenarios.webhooks = { hold: true };
    shop.sandbox.scenarios.add({ call: 'POST /gateway/v1/payments', status: 500, times: 2 });
    expect((await payByCard(shop, placed)).data?.status).toBe('pending');
    expect(await books(shop, placed)).toMatchObject({ status: 0, payments: ['capturing'] });
    await reconcile();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('gives up a charge that never reached the gateway and lets the shopper try again [PAY-13]', async () => {
    const placed = await placeOne(shop);
    shop.sandbox.scenarios.add({ call: 'POST /gateway/v1/payments', status: 503, times: 2, before: true });
    expect((await payByCard(shop, placed)).data?.status).toBe('pending');
    await reconcile();
    expect(await books(shop, placed)).toMatchObject({ status: 0, payments: ['failed'], moves: [] });
    expect((await payByCard(shop, placed)).data?.status).toBe('paid');
  });

  it('refuses a second charge while the first one’s end is not known [PAY-13]', async () => {
    const placed = await placeOne(shop);
    shop.sandbox.scenarios.add({ call: 'POST /gateway/v1/payments', status: 500, times: 2 });
    shop.sandbox.scenarios.add({ call: 'GET /gateway/v1/payments', status: 500, times: 2 });
    await payByCard(shop, placed);
    expect((await payByCard(shop, placed)).code).toBe(50002);
    await reconcile();
    expect(await books(shop, placed)).toMatchObject({ status: 1, moves: ['capture'] });
  });

  it('records a PayPal capture whose answer was lost, and does not take it twice [PAY-13, API-037]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const id = await startPayPal(placed);
    await decide(shop, id, 'approve');
    shop.sandbox.scenarios.add({ call: 'POST /v2/checkout/orders', ends: '/capture', status: 500, times: 2 });
    expect((await capture(placed, id)).data?.status).toBe('pending');
    await reconcile();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('captures what was approved when the browser was closed before it came back [PAY-13]', async () => {
    const placed = await placeOne(shop, 'paypal');
    await decide(shop, await startPayPal(placed), 'approve');
    await reconcile();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('never captures an express payment whose checkout was not ordered [API-062]', async () => {
    const visitor = shop.visitor();
    const placed = await placeOne(shop);
    const item = { product_id: placed.product, variant_id: placed.variant, quantity: 1, pay_amount: 20 };
    const id = await visitor.data('POST /api/v1/paypal/convenient/order', {
      body: { amount: 20, items: [item], entrance: 2 },
    });
    await decide(shop, id, 'approve');
    await reconcile();
    expect(shop.sandbox.ledger.all('SELECT id FROM moves WHERE payment_id = ?', id)).toHaveLength(0);
  });

  it('takes nothing and ends the attempt when stock is gone before an approved payment is captured [PAY-13]', async () => {
    const placed = await placeOne(shop, 'paypal', 1);
    const id = await startPayPal(placed);
    await lapse();
    const rival = await placeOne(shop, 'card');
    await shop.db.write.updateTable('variants').set({ stock: 0 }).where('id', '=', placed.variant).execute();
    await decide(shop, id, 'approve');
    expect((await capture(placed, id)).code).toBe(40001);
    await reconcile();
    expect(await books(shop, placed)).toMatchObject({ status: 0, moves: [], payments: ['failed'] });
    expect(await books(shop, rival)).toMatchObject({ status: 0 });
  });

  it('calls an attempt expired when nobody finished it for hours [PAY-13]', async () => {
    const placed = await placeOne(shop, 'paypal');
    await startPayPal(placed);
    await lapse();
    shop.clock.advance(4 * 60 * minute);
    await reconcile();
    expect(await books(shop, placed)).toMatchObject({
      status: 0,
      payments: ['expired'],
      stock: 5,
      moves: [],
    });
  });
});

describe('money that comes late or is not the order’s', () => {
  /** Starts a payment whose second step the test can confirm later. */
  async function slowPayment(stock = 5) {
    const placed = await placeOne(shop, 'card', stock);
    const asked = await payByCard(shop, placed, cards.secondStep);
    const secret = new URL(asked.data!.redirect_url).searchParams.get('secret') ?? '';
    return {
      placed,
      confirm: () => shop.visitSandbox('/gateway/second-step', { secret, decision: 'confirm' }),
    };
  }

  it('pays the order after its hold ended when stock is still there [PAY-13]', async () => {
    const { placed, confirm } = await slowPayment();
    await lapse();
    expect(await stockOf(shop, placed.variant)).toBe(5);
    await confirm();
    await shop.deliver();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('puts the order on hold and sends the money back when stock is gone [PAY-13]', async () => {
    const { placed, confirm } = await slowPayment(1);
    await lapse();
    await shop.db.write.updateTable('variants').set({ stock: 0 }).where('id', '=', placed.variant).execute();
    await confirm();
    await shop.deliver();
    const after = await books(shop, placed);
    expect(after).toMatchObject({
      status: 6,
      payments: ['refunded'],
      mails: 0,
      moves: ['capture', 'refund'],
    });
    expect(after.hold).toContain('stock');
  });

  it('puts the order on hold and sends the money back when the amount is another [PAY-13]', async () => {
    const { placed, confirm } = await slowPayment();
    const order = shop.db.write.updateTable('orders').set({ total_price: 1 });
    await order.where('order_no', '=', placed.orderNo).execute();
    await confirm();
    await shop.deliver();
    expect(await books(shop, placed)).toMatchObject({
      ...{ status: 6, payments: ['refunded'], mails: 0, stock: 5, moves: ['capture', 'refund'] },
    });
  });

  it('sends the second of two payments of one order back, and keeps the order paid [PAY-13]', async () => {
    const { placed, confirm } = await slowPayment();
    expect((await payByCard(shop, placed)).data?.status).toBe('paid');
    await confirm();
    await shop.deliver();
    const after = await books(shop, placed);
    expect(after).toMatchObject({
      status: 1,
      hold: '',
      mails: 1,
      stock: 4,
      payments: ['refunded', 'captured'],
    });
    expect(after.moves.sort()).toEqual(['capture', 'capture', 'refund']);
  });

  it('tries a refund again until the provider answers, and sends it once [PAY-13]', async () => {
    const { placed, confirm } = await slowPayment();
    await payByCard(shop, placed);
    shop.sandbox.scenarios.add({
      call: 'POST /gateway/v1/payments',
      ends: '/refunds',
      status: 500,
      times: 2,
    });
    await confirm();
    await shop.deliver();
    expect((await books(shop, placed)).payments).toEqual(['refunding', 'captured']);
    await reconcile();
    const after = await books(shop, placed);
    expect(after.payments).toEqual(['refunded', 'captured']);
    expect(after.moves.filter((kind) => kind === 'refund')).toHaveLength(1);
  });

  it('tries a refund for as long as it takes, and does not give it up after some hours [PAY-13]', async () => {
    const { placed, confirm } = await slowPayment();
    await payByCard(shop, placed);
    shop.sandbox.scenarios.add({
      call: 'POST /gateway/v1/payments',
      ends: '/refunds',
      status: 403,
      times: 20,
    });
    await confirm();
    await shop.deliver();
    for (let hour = 0; hour < 24; hour += 1) {
      shop.clock.advance(75 * minute);
      await shop.work();
    }
    expect(await books(shop, placed)).toMatchObject({ status: 1, payments: ['refunded', 'captured'] });
  });
});

describe('a capture that PayPal takes its time over', () => {
  it('is asked about less and less often, at most once an hour, and paid when it is done [PAY-13]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const id = await startPayPal(placed);
    await decide(shop, id, 'approve');
    const within = shop.outside.fetch;
    const asked: number[] = [];
    shop.outside.fetch = async (address, init) => {
      const answer = await within(address, init);
      if (!String(address).includes(`/v2/checkout/orders/${id}`)) return answer;
      if ((init?.method ?? 'GET') === 'GET') asked.push(shop.clock.now());
      const body = (await answer.text()).replace(/("captures":\[\{.*?"status":)"COMPLETED"/, '$1"PENDING"');
      return new Response(body, { status: answer.status, headers: answer.headers });
    };
    try {
      expect((await capture(placed, id)).data?.status).toBe('pending');
      asked.length = 0;
      const began = shop.clock.now();
      const run = () =>
        paymentReconciliationJob.run({
          services: shop.services,
          attempt: 1,
          signal: new AbortController().signal,
        });
      while (shop.clock.now() < began + 24 * 60 * minute) {
        const { ask_at } = await shop.db.read
          .selectFrom('payments')
          .select('ask_at')
          .where('provider_ref', '=', id)
          .executeTakeFirstOrThrow();
        const before = asked.length;
        shop.clock.set(ask_at - 1);
        await run();
        expect(asked).toHaveLength(before);
        shop.clock.set(ask_at);
        await run();
        expect(asked).toHaveLength(before + 1);
      }
      const waits = asked.map((at, index) => at - (asked[index - 1] ?? began));
      expect(waits[0]).toBeLessThanOrEqual(15_000);
      expect(waits.slice(0, 8)).toEqual(waits.slice(0, 8).toSorted((a, b) => a - b));
      expect(Math.max(...waits)).toBeLessThanOrEqual(75 * minute);
      expect(asked.length).toBeGreaterThan(20);
      expect(asked.length).toBeLessThan(40);
    } finally {
      shop.outside.fetch = within;
    }
    expect(await books(shop, placed)).toMatchObject({ status: 0, payments: ['capturing'] });
    shop.clock.advance(80 * minute);
    await shop.work(true);
    expect(await books(shop, placed)).toEqual(paidOnce);
  });
});

describe('a shop that is told to stop', () => {
  it('asks the provider about no further attempt, and about all after the next start [PAY-13]', async () => {
    const placed = await placeOne(shop, 'paypal');
    await decide(shop, await startPayPal(placed), 'approve');
    shop.clock.advance(5 * minute);
    const run = (ending: AbortSignal) =>
      paymentReconciliationJob.run({
        services: shop.services,
        attempt: 1,
        signal: new AbortController().signal,
        ending,
      });
    await run(AbortSignal.abort());
    expect(await books(shop, placed)).toMatchObject({ status: 0, moves: [] });
    await run(new AbortController().signal);
    expect(await books(shop, placed)).toEqual(paidOnce);
  });
});

describe('a capture that PayPal will never make', () => {
  it('ends for good, so that the order can be paid another way [PAY-06, PAY-13]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const id = await startPayPal(placed);
    await decide(shop, id, 'approve');
    const within = shop.outside.fetch;
    shop.outside.fetch = async (address, init) =>
      String(address).endsWith('/capture')
        ? Response.json({ details: [{ issue: 'PAYEE_ACCOUNT_RESTRICTED' }] }, { status: 422 })
        : within(address, init);
    try {
      expect(await capture(placed, id)).toMatchObject({ code: 50001, msg: 'PayPal rejected the payment.' });
    } finally {
      shop.outside.fetch = within;
    }
    expect(await books(shop, placed)).toMatchObject({
      status: -1,
      stock: 5,
      payments: ['failed'],
      moves: [],
    });
    expect((await payByCard(shop, placed)).data?.status).toBe('paid');
  });

  it('ends when its stock was sold while the shop was down, so that it can be paid once there is some [PAY-13]', async () => {
    const placed = await placeOne(shop, 'paypal', 1);
    const id = await startPayPal(placed);
    await decide(shop, id, 'approve');
    const stop = shop.db.write.updateTable('payments').set({ state: 'capturing' });
    await stop.where('provider_ref', '=', id).execute();
    await lapse();
    const stock = (count: number) =>
      shop.db.write.updateTable('variants').set({ stock: count }).where('id', '=', placed.variant).execute();
    await stock(0);
    await reconcile();
    expect(await books(shop, placed)).toMatchObject({ status: 0, payments: ['failed'], moves: [] });
    await stock(1);
    expect((await capture(placed, id)).code).toBe(50001);
    expect((await payByCard(shop, placed)).data?.status).toBe('paid');
  });
});

describe('the waiting page', () => {
  it('is told the status from the books, and asks the provider again after the cache is dropped [PAY-05, API-031, API-065]', async () => {
    const placed = await placeOne(shop);
    const asked = await payByCard(shop, placed, cards.secondStep);
    const secret = new URL(asked.data!.redirect_url).searchParams.get('secret') ?? '';
    await shop.visitSandbox('/gateway/second-step', { secret, decision: 'confirm' });
    const call = { params: { id: placed.orderNo } };
    const status = () => placed.visitor.data('GET /api/v1/pay/status/:id', call);
    expect(await status()).toEqual({ status_key: 0, order_status: 'Pending payment', paid_at: null });
    const path = `/api/v1/payments/del/pay/status/cache/${placed.orderNo}`;
    await placed.visitor.send(path, { headers: { 'sec-purpose': 'prefetch' } });
    expect((await shop.visitor().call('GET /api/v1/payments/del/pay/status/cache/:id', call)).code).toBe(
      10403,
    );
    expect((await status()).status_key).toBe(0);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await placed.visitor.data('GET /api/v1/payments/del/pay/status/cache/:id', call)).toEqual({});
    }
    expect(await status()).toEqual({ status_key: 1, order_status: 'Paid', paid_at: shop.clock.now() });
    expect((await shop.visitor().call('GET /api/v1/pay/status/:id', call)).code).toBe(10403);
  });

  it('is told why a payment failed and where to try again [PAY-03, PAY-06, API-106]', async () => {
    const placed = await placeOne(shop);
    await payByCard(shop, placed, cards.declined);
    const result = await placed.visitor.data('POST /api/v1/payments/query/result', {
      body: { order_no: placed.orderNo },
    });
    expect(result).toMatchObject({
      status_key: -1,
      reason: 'The card was declined.',
      web_url: `/1/checkouts/${placed.token}`,
    });
    const stranger = shop
      .visitor()
      .call('POST /api/v1/payments/query/result', { body: { order_no: placed.orderNo } });
    expect((await stranger).code).toBe(10403);
  });

  async function confirmed() {
    const placed = await placeOne(shop);
    const asked = await payByCard(shop, placed, cards.secondStep);
    const secret = new URL(asked.data!.redirect_url).searchParams.get('secret') ?? '';
    await shop.visitSandbox('/gateway/second-step', { secret, decision: 'confirm' });
    shop.clock.advance(3000);
    return { placed, path: `/api/v1/airwallex/continue/return?order_no=${placed.orderNo}` };
  }

  it('leads whoever holds a link with the order’s token back from airwallex too: settled, and the token kept [API-050, PAY-09]', async () => {
    const { placed, path } = await confirmed();
    const { order } = await ownBooks(shop, placed);
    const back = async (token: string) => {
      const answer = await shop.visitor().send(`${path}&token=${token}`);
      expect(answer.status).toBe(303);
      return answer.headers.get('location');
    };
    const result = `/pay/result?order_no=${placed.orderNo}`;
    expect(await back('a-guess')).toBe(`${result}&token=a-guess`);
    expect((await books(shop, placed)).status).toBe(0);
    const token = await deriveLinkToken(shop.services, order.link_id);
    expect(await back(token)).toBe(`${result}&token=${token}`);
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('leads the shopper back from airwallex to the result page, settled for the browser that ordered alone, once [API-050, PAY-09, PAY-12]', async () => {
    const { placed, path } = await confirmed();
    const unsettled = await books(shop, placed);
    expect(unsettled.status).toBe(0);
    for (const [visitor, after] of [
      [shop.visitor(), unsettled],
      [placed.visitor, paidOnce],
      [placed.visitor, paidOnce],
    ] as const) {
      const answer = await visitor.send(path);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`/pay/result?order_no=${placed.orderNo}`);
      expect(await books(shop, placed)).toEqual(after);
    }
  });
});

describe('a charge on its way, after its pay status was dropped', () => {
  async function lostCharge() {
    const placed = await placeOne(shop);
    shop.sandbox.scenarios.webhooks = { hold: true };
    shop.sandbox.scenarios.add({ call: 'POST /gateway/v1/payments', status: 500, times: 2 });
    expect((await payByCard(shop, placed)).data?.status).toBe('pending');
    return placed;
  }

  it('still keeps its order from being changed [API-065, PAY-13]', async () => {
    const placed = await lostCharge();
    const params = { id: placed.orderNo };
    await placed.visitor.data('GET /api/v1/payments/del/pay/status/cache/:id', { params });
    const changed = await placed.visitor.call('POST /api/update/checkout/:id', {
      params: { id: placed.token },
      body: { email: 'else@example.com' },
    });
    expect(changed.code).toBe(10209);
  });

  it('still keeps what it holds when the hold ends meanwhile [API-065, PAY-13]', async () => {
    const placed = await lostCharge();
    const params = { id: placed.orderNo };
    await placed.visitor.data('GET /api/v1/payments/del/pay/status/cache/:id', { params });
    const ended = shop.db.write.updateTable('orders').set({ held_until: shop.clock.now() });
    await ended.where('order_no', '=', placed.orderNo).execute();
    await releaseExpiredHolds(shop.services);
    expect(await books(shop, placed)).toMatchObject({ status: 0, payments: ['capturing'], stock: 4 });
  });
});
