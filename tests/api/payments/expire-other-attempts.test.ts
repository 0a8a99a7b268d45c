/** Faults between a charge and its response: webhooks and reconciliation that come first, and rows that they left. */
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ProviderError } from '#server/core/payment-provider.ts';
import { addProduct } from '../orders/fixture.ts';
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
let direct: typeof fetch;
let logged: { level: number; msg: string; payment?: number }[];

beforeAll(async () => {
  shop = await createPayShop();
  direct = shop.outside.fetch;
});
beforeEach(() => {
  shop.sandbox.scenarios.clear();
  shop.outside.fetch = direct;
  logged = [];
  shop.services.log = pino(
    { level: 'warn' },
    { write: (line: string) => void logged.push(JSON.parse(line)) },
  ) as typeof shop.services.log;
});

const paidOnce = { status: 1, hold: '', payments: ['captured'], mails: 1, stock: 4, moves: ['capture'] };

/** Runs `meanwhile` after the gateway took the money and before the shop gets the response. */
function beforeTheAnswer(meanwhile: () => Promise<unknown>): void {
  shop.outside.fetch = async (address, init) => {
    const answer = await direct(address, init);
    if (init?.method === 'POST' && String(address).endsWith('/gateway/v1/payments')) {
      shop.outside.fetch = direct;
      await meanwhile();
    }
    return answer;
  };
}

/** Longer than any open attempt waits before its first check, ms. */
const rested = 80_000;

async function reconcile() {
  shop.clock.advance(rested);
  await shop.work(true);
}

describe('a charge whose answer is overtaken', () => {
  for (const [what, meanwhile] of [
    ['by its webhook', () => shop.deliver()],
    ['by reconciliation', () => reconcile()],
    ['by both at once', () => Promise.all([shop.deliver(), reconcile(), shop.deliver()])],
  ] as const) {
    it(`${what} is paid, in one row with the gateway’s reference [PAY-12, PAY-13]`, async () => {
      const placed = await placeOne(shop);
      beforeTheAnswer(meanwhile);
      expect(await payByCard(shop, placed)).toMatchObject({ code: 0, data: { status: 'paid' } });
      expect(await books(shop, placed)).toEqual(paidOnce);
      await shop.deliver();
      await reconcile();
      expect(await books(shop, placed)).toEqual(paidOnce);
      expect(logged).toEqual([]);
    });
  }

  it('arrives together with its webhook, its look and reconciliation, and is recorded once [PAY-12, PAY-13]', async () => {
    const placed = await placeOne(shop);
    let others: Promise<unknown> = Promise.resolve();
    beforeTheAnswer(async () => {
      shop.clock.advance(rested);
      const body = { order_no: placed.orderNo };
      others = Promise.all([
        shop.deliver(),
        shop.work(true),
        placed.visitor.call('POST /api/v1/payments/query/result', { body }),
      ]);
    });
    expect(await payByCard(shop, placed)).toMatchObject({ code: 0, data: { status: 'paid' } });
    await others;
    await shop.deliver();
    expect(await books(shop, placed)).toEqual(paidOnce);
    expect(logged).toEqual([]);
  });

  it('eight at once, all overtaken: each is paid in one row [PAY-12, PAY-13]', async () => {
    const many = 8;
    const placed: Placed[] = [];
    for (let count = 0; count < many; count += 1) placed.push(await placeOne(shop));
    let waiting = 0;
    const { promise: told, resolve: tell } = Promise.withResolvers<void>();
    shop.outside.fetch = async (address, init) => {
      const answer = await direct(address, init);
      if (init?.method === 'POST' && String(address).endsWith('/gateway/v1/payments')) {
        waiting += 1;
        if (waiting === many) void shop.deliver().then(tell);
        await told;
      }
      return answer;
    };
    const answers = await Promise.all(placed.map((each) => payByCard(shop, each)));
    expect(answers.map(({ code, data }) => [code, data?.status])).toEqual(Array(many).fill([0, 'paid']));
    for (const each of placed) expect(await books(shop, each)).toEqual(paidOnce);
    expect(logged).toEqual([]);
  });

  it('is refused in one row when the webhook of the refusal comes first [PAY-06, PAY-13]', async () => {
    const placed = await placeOne(shop);
    beforeTheAnswer(() => shop.deliver());
    expect(await payByCard(shop, placed, cards.declined)).toMatchObject({
      code: 50001,
      msg: 'The card was declined.',
    });
    expect(await books(shop, placed)).toMatchObject({ status: -1, payments: ['declined'], stock: 5 });
  });

  it('never comes: the redelivered webhook and reconciliation record it once, at the same time [PAY-13]', async () => {
    const placed = await placeOne(shop);
    shop.sandbox.scenarios.webhooks = { copies: 3 };
    shop.sandbox.scenarios.add({ call: 'POST /gateway/v1/payments', status: 500, times: 2 });
    expect((await payByCard(shop, placed)).data?.status).toBe('pending');
    await Promise.all([shop.deliver(), reconcile(), shop.deliver()]);
    await reconcile();
    expect(await books(shop, placed)).toEqual(paidOnce);
    expect(logged.filter(({ level }) => level >= 50)).toEqual([]);
  });

  it('is not given the reference of another payment that an event names', async () => {
    const [lost, other] = [await placeOne(shop), await placeOne(shop)];
    shop.sandbox.scenarios.webhooks = { hold: true };
    for (const each of [lost, other]) {
      shop.sandbox.scenarios.add({ call: 'POST /gateway/v1/payments', status: 500, times: 2 });
      await payByCard(shop, each);
    }
    const [row] = (await ownBooks(shop, lost)).payments;
    const otherRequest = (await ownBooks(shop, other)).payments[0]!.request_id;
    const made = shop.sandbox.ledger.one('SELECT id FROM card_payments WHERE request_id = ?', otherRequest);
    shop.sandbox.notify('simulated', 'payment.captured', { id: made?.id, request_id: row!.request_id });
    shop.sandbox.scenarios.clear();
    shop.sandbox.ledger.run(`UPDATE deliveries SET delivered_at = 1 WHERE body LIKE ?`, `%${otherRequest}%`);
    await shop.deliver();
    await reconcile();
    for (const each of [lost, other]) expect(await books(shop, each)).toEqual(paidOnce);
  });
});

/** Stores a payment as an earlier version did: the money in a second row, the attempt without reference and still open. */
async function writtenTwice(): Promise<Placed> {
  const placed = await placeOne(shop);
  await payByCard(shop, placed);
  const [row] = (await ownBooks(shop, placed)).payments;
  const { id, ...attempt } = row!;
  const second = { attempt: 2, method: 'simulated', request_id: `${placed.orderNo}-2` };
  await shop.db.write.updateTable('payments').set(second).where('id', '=', id).execute();
  const ghost = { ...attempt, provider_ref: '', capture_ref: '', state: 'capturing' as const, ask_at: 0 };
  await shop.db.write.insertInto('payments').values(ghost).execute();
  return placed;
}

describe('reconciliation', () => {
  it('ends an attempt that was written down twice, and leaves its money where it is [PAY-13]', async () => {
    const placed = await writtenTwice();
    await reconcile();
    const { payments, order } = await ownBooks(shop, placed);
    expect(order.status_key).toBe(1);
    expect(payments.map(({ attempt, state, reason }) => [attempt, state, reason])).toEqual([
      [2, 'captured', ''],
      [1, 'failed', 'Recorded as attempt 2 of the order.'],
    ]);
    expect((await books(shop, placed)).moves).toEqual(['capture']);
    expect(logged).toEqual([]);
  });

  it('ends an express payment without an order when the server stopped before PayPal created it [PAY-13]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const item = { product_id: bowl.product, variant_id: bowl.variant, quantity: 1, pay_amount: 20 };
    const ref = await shop.visitor().data('POST /api/v1/paypal/convenient/order', {
      body: { amount: 20, items: [item], entrance: 2 },
    });
    const { id } = await shop.db.write
      .updateTable('payments')
      .set({ state: 'new', provider_ref: '' })
      .where('provider_ref', '=', ref)
      .returning('id')
      .executeTakeFirstOrThrow();
    await reconcile();
    const payments = shop.db.read.selectFrom('payments').select(['state', 'reason']);
    expect(await payments.where('id', '=', id).execute()).toEqual([
      { state: 'failed', reason: 'The provider could not be reached.' },
    ]);
    expect(logged).toEqual([]);
  });

  it('goes on after an attempt that fails, logs it, and asks about it less and less often [PAY-13]', async () => {
    const broken = await placeOne(shop);
    shop.sandbox.scenarios.webhooks = { hold: true };
    shop.sandbox.scenarios.add({ call: 'POST /gateway/v1/payments', status: 500, times: 2 });
    await payByCard(shop, broken);
    const after = await placeOne(shop);
    shop.sandbox.scenarios.add({ call: 'POST /gateway/v1/payments', status: 500, times: 2 });
    await payByCard(shop, after);
    const approved = await placeOne(shop, 'paypal');
    await decide(shop, await startPayPal(approved), 'approve');
    const [row] = (await ownBooks(shop, broken)).payments;
    const gateway = shop.payments.get('simulated')!;
    const { find } = gateway;
    gateway.find = async (requestId) => {
      if (requestId === row!.request_id) throw new TypeError('not to be reconciled');
      return find(requestId);
    };
    try {
      await reconcile();
      expect(await books(shop, after)).toEqual(paidOnce);
      expect(await books(shop, approved)).toEqual(paidOnce);
      const errors = logged.filter(({ level }) => level >= 50);
      expect(errors).toEqual([expect.objectContaining({ payment: row!.id })]);
      const first = (await ownBooks(shop, broken)).payments[0]!;
      await reconcile();
      const second = (await ownBooks(shop, broken)).payments[0]!;
      expect([first.asks, second.asks]).toEqual([row!.asks + 1, row!.asks + 2]);
      expect(second.ask_at - shop.clock.now()).toBeGreaterThan(first.ask_at - (shop.clock.now() - rested));
    } finally {
      gateway.find = find;
    }
    shop.clock.advance(3_600_000);
    await shop.work(true);
    expect(await books(shop, broken)).toEqual(paidOnce);
  });

  it('does not wait for a provider that hangs to take what was approved at another [PAY-13]', async () => {
    const hanging = await placeOne(shop);
    shop.sandbox.scenarios.webhooks = { hold: true };
    shop.sandbox.scenarios.add({ call: 'POST /gateway/v1/payments', status: 500, times: 2 });
    await payByCard(shop, hanging);
    const approved = await placeOne(shop, 'paypal');
    await decide(shop, await startPayPal(approved), 'approve');
    const gateway = shop.payments.get('simulated')!;
    const { find } = gateway;
    const { promise: captured, resolve } = Promise.withResolvers<void>();
    gateway.find = async (requestId) => {
      await captured;
      return find(requestId);
    };
    shop.outside.fetch = async (address, init) => {
      const answer = await direct(address, init);
      if (String(address).endsWith('/capture')) resolve();
      return answer;
    };
    try {
      await reconcile();
    } finally {
      gateway.find = find;
    }
    for (const each of [hanging, approved]) expect(await books(shop, each)).toEqual(paidOnce);
  });

  it('takes what is approved within a minute while another provider answers nothing in time [PAY-13]', async () => {
    const timeout = 20_200;
    const approved = await placeOne(shop, 'paypal');
    const id = await startPayPal(approved);
    for (let count = 0; count < 4; count += 1) {
      shop.sandbox.scenarios.add({ call: 'POST /gateway/v1/payments', status: 503, times: 2, before: true });
      await payByCard(shop, await placeOne(shop));
    }
    const gateway = shop.payments.get('simulated')!;
    const { find } = gateway;
    let approvedAt = 0;
    gateway.find = async () => {
      if (approvedAt === 0) {
        approvedAt = shop.clock.now();
        await decide(shop, id, 'approve');
        await shop.deliver();
      }
      shop.clock.advance(timeout);
      throw new ProviderError('The gateway hangs.');
    };
    try {
      // Too early for the attempt that awaits approval.
      shop.clock.advance(10_000);
      await shop.work(true);
      expect((await books(shop, approved)).payments).toEqual(['approved']);
      while ((await books(shop, approved)).status !== 1) {
        shop.clock.advance(5_000);
        expect(shop.clock.now() - approvedAt).toBeLessThan(60_000);
        await shop.work(true);
      }
    } finally {
      gateway.find = find;
    }
    expect(await books(shop, approved)).toEqual(paidOnce);
  });
});
