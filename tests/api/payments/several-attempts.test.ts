import { beforeAll, describe, expect, it } from 'vitest';
import { releaseExpiredHolds } from '#server/orders/expiry.ts';
import { order } from '../orders/fixture.ts';
import {
  books,
  cards,
  createPayShop,
  decide as decideAtPayPal,
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

describe('an order with two attempts at the bank', () => {
  async function twoAtTheBank() {
    const placed = await placeOne(shop, 'card', 1);
    const asked: string[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const { data } = await payByCard(shop, placed, cards.secondStep);
      asked.push(new URL(data!.redirect_url).searchParams.get('secret')!);
      shop.clock.advance(5_000);
    }
    return { placed, asked };
  }

  async function decide(secret: string, decision: 'confirm' | 'refuse') {
    await shop.visitSandbox('/gateway/second-step', { secret, decision });
    await shop.deliver();
  }

  for (const [first, second] of [
    [0, 1],
    [1, 0],
  ] as const) {
    it(`keeps its last piece when attempt ${first + 1} is refused, and is paid by the other [PAY-13]`, async () => {
      const { placed, asked } = await twoAtTheBank();
      await decide(asked[first]!, 'refuse');
      expect(await books(shop, placed)).toMatchObject({ status: 0, stock: 0 });
      const { product, variant } = placed;
      await expect(order(shop.visitor(), [{ product, variant }])).rejects.toThrow();
      await decide(asked[second]!, 'confirm');
      await shop.work();
      expect(await books(shop, placed)).toMatchObject({ status: 1, hold: '', moves: ['capture'], stock: 0 });
    });
  }

  it('fails and gives the piece back once every attempt is refused [PAY-06, PAY-13]', async () => {
    const { placed, asked } = await twoAtTheBank();
    for (const secret of asked) await decide(secret, 'refuse');
    expect(await books(shop, placed)).toMatchObject({ status: -1, stock: 1, moves: [] });
  });

  it('gives the piece back at the end of the hold when the other is never finished [PAY-13]', async () => {
    const { placed, asked } = await twoAtTheBank();
    await decide(asked[0]!, 'refuse');
    shop.clock.advance(16 * 60_000);
    await releaseExpiredHolds(shop.services);
    expect(await books(shop, placed)).toMatchObject({ status: 0, stock: 1 });
  });
});

describe('an order that is paid while other attempts are open', () => {
  const overtaken = ['expired', 'The order was paid by another attempt.'];

  async function states(placed: Placed) {
    const { payments } = await ownBooks(shop, placed);
    return payments.map(({ state, reason }) => [state, reason]);
  }

  function capture(placed: Placed, paypal_order_id: string) {
    const query = { paypal_order_id, order_no: placed.orderNo };
    return placed.visitor.call('GET /api/v1/payments/paypal/capture', { query });
  }

  it('ends those at PayPal at once, approved or only opened, and asks about them no more [PAY-13]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const ids: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) ids.push(await startPayPal(placed));
    for (const id of ids.slice(0, 3)) await decideAtPayPal(shop, id, 'approve');
    await shop.deliver();
    expect((await states(placed)).map(([state]) => state)).toEqual([
      'approved',
      'approved',
      'approved',
      'created',
    ]);
    expect((await capture(placed, ids[1]!)).data?.status).toBe('paid');
    expect(await states(placed)).toEqual([overtaken, ['captured', ''], overtaken, overtaken]);
    const within = shop.outside.fetch;
    const asked: string[] = [];
    shop.outside.fetch = async (address, init) => {
      asked.push(String(address));
      return within(address, init);
    };
    try {
      shop.clock.advance(4 * 3_600_000);
      await shop.work(true);
    } finally {
      shop.outside.fetch = within;
    }
    expect(ids.filter((id) => asked.some((address) => address.includes(id)))).toEqual([]);
    expect((await capture(placed, ids[0]!)).data?.status).toBe('paid');
    expect((await books(shop, placed)).moves).toEqual(['capture']);
  });

  it('sends money back that PayPal takes for one of them all the same [PAY-13]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const id = await startPayPal(placed);
    await decideAtPayPal(shop, id, 'approve');
    expect((await payByCard(shop, placed)).data?.status).toBe('paid');
    expect(await states(placed)).toEqual([overtaken, ['captured', '']]);
    // As a merchant can do on PayPal's own pages.
    await shop.payments.get('paypal')!.capture(id, 'by hand');
    await shop.deliver();
    const after = await books(shop, placed);
    expect(after).toMatchObject({ status: 1, hold: '', mails: 1, payments: ['refunded', 'captured'] });
    expect(after.moves.sort()).toEqual(['capture', 'capture', 'refund']);
  });

  it('goes on asking the gateway, which takes money by itself, and sends back what it took [PAY-13]', async () => {
    const placed = await placeOne(shop);
    const { data } = await payByCard(shop, placed, cards.secondStep);
    const secret = new URL(data!.redirect_url).searchParams.get('secret')!;
    expect((await payByCard(shop, placed)).data?.status).toBe('paid');
    expect(await states(placed)).toEqual([
      ['created', ''],
      ['captured', ''],
    ]);
    shop.sandbox.scenarios.webhooks = { hold: true };
    await shop.visitSandbox('/gateway/second-step', { secret, decision: 'confirm' });
    shop.clock.advance(80_000);
    await shop.work(true);
    shop.sandbox.scenarios.clear();
    expect((await books(shop, placed)).payments).toEqual(['refunded', 'captured']);
  });

  it('leaves them open while it is not paid, however often they are asked about [PAY-13]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const ids = [await startPayPal(placed), await startPayPal(placed)];
    for (let turn = 0; turn < 3; turn += 1) {
      shop.clock.advance(400_000);
      await shop.work(true);
    }
    expect((await states(placed)).map(([state]) => state)).toEqual(['created', 'created']);
    await decideAtPayPal(shop, ids[0]!, 'approve');
    expect((await capture(placed, ids[0]!)).data?.status).toBe('paid');
  });

  it('ends what an earlier version left open, after a look at PayPal [PAY-13]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const ids = [await startPayPal(placed), await startPayPal(placed)];
    for (const id of ids) await decideAtPayPal(shop, id, 'approve');
    await capture(placed, ids[1]!);
    const open = shop.db.write.updateTable('payments').set({ state: 'approved', reason: '', ask_at: 0 });
    await open.where('provider_ref', '=', ids[0]!).execute();
    shop.clock.advance(6_000);
    await shop.work(true);
    expect(await states(placed)).toEqual([overtaken, ['captured', '']]);
    expect((await books(shop, placed)).moves).toEqual(['capture']);
  });
});
