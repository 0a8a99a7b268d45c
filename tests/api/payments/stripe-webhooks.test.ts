import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stripeHeaders } from '../../../src/sandbox/webhooks.ts';
import { books, createPayShop, type PayShop, type Placed, placeOne } from './pay-shop.ts';
import { askResult, confirm, idOf, payByStripe, start } from './stripe-page.ts';

let shop: PayShop;

beforeAll(async () => {
  shop = await createPayShop();
});
beforeEach(async () => {
  shop.sandbox.scenarios.clear();
  shop.sandbox.ledger.run('DELETE FROM deliveries');
  await payByStripe(shop);
});

const paidOnce = { status: 1, hold: '', payments: ['captured'], mails: 1, stock: 4, moves: ['capture'] };
const waiting = () => shop.sandbox.ledger.all('SELECT * FROM deliveries WHERE delivered_at IS NULL');
const succeeded = () => String(waiting().find(({ type }) => type === 'payment_intent.succeeded')?.body ?? '');

async function paid(): Promise<Placed> {
  const placed = await placeOne(shop, 'stripe');
  await confirm(shop, await start(placed));
  return placed;
}

function post(headers: Record<string, string>, body: string) {
  return shop.visitor().send('/api/v1/webhooks/stripe', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'sec-fetch-site': 'none' },
    body,
  });
}

describe('Stripe’s events', () => {
  it('pay the order alone when the shopper never comes back [PAY-03]', async () => {
    const placed = await paid();
    await shop.deliver();
    expect(await books(shop, placed)).toEqual(paidOnce);
    expect(waiting()).toHaveLength(0);
  });

  it('pay it once when they come five times, then the shopper does [PAY-12]', async () => {
    shop.sandbox.scenarios.webhooks = { copies: 5 };
    const placed = await paid();
    await shop.deliver();
    for (let turn = 0; turn < 2; turn += 1) expect((await askResult(placed)).status_key).toBe(1);
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('pay it once when the shopper comes first, then they do five times [PAY-12]', async () => {
    shop.sandbox.scenarios.webhooks = { copies: 5 };
    const placed = await paid();
    shop.clock.advance(3_000);
    expect((await askResult(placed)).status_key).toBe(1);
    await shop.deliver();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('pay it once when all come together [PAY-12]', async () => {
    shop.sandbox.scenarios.webhooks = { copies: 5 };
    const placed = await paid();
    shop.clock.advance(3_000);
    await Promise.all([askResult(placed), shop.deliver(), askResult(placed)]);
    await shop.deliver();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('pay it newest first as well as in order [PAY-12]', async () => {
    const placed = await paid();
    shop.sandbox.scenarios.webhooks = { newest_first: true };
    expect(waiting().map(({ type }) => type)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
    await shop.deliver();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('pay it once thirty seconds late, whether the shopper waits or not [PAY-12]', async () => {
    shop.sandbox.scenarios.webhooks = { delay_ms: 30_000 };
    const [watched, left] = [await paid(), await paid()];
    shop.clock.advance(3_000);
    expect((await askResult(watched)).status_key).toBe(1);
    shop.clock.advance(30_000);
    await shop.deliver();
    for (const placed of [watched, left]) expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('find an attempt that has not been told its intent yet, by the request they name [PAY-03]', async () => {
    const placed = await paid();
    await shop.db.write
      .updateTable('payments')
      .set({ provider_ref: '', state: 'new' })
      .where('order_no', '=', placed.orderNo)
      .execute();
    await shop.deliver();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('tell of money that was sent back from Stripe’s own dashboard', async () => {
    const placed = await placeOne(shop, 'stripe');
    const secret = await start(placed);
    await confirm(shop, secret);
    await shop.deliver();
    const provider = shop.payments.get('stripe')!;
    const { captureRef = '', amount } = await provider.status(idOf(secret));
    await provider.refund(captureRef, amount, 'USD', 'by-hand');
    await shop.deliver();
    expect(await books(shop, placed)).toMatchObject({ payments: ['refunded'], moves: ['capture', 'refund'] });
  });

  it('believe no amount or state of themselves: a signed event about an unpaid intent changes nothing', async () => {
    const placed = await placeOne(shop, 'stripe');
    const id = idOf(await start(placed));
    const object = { object: 'payment_intent', id, status: 'succeeded', amount_received: 1 };
    const body = JSON.stringify({ id: 'evt_x', type: 'payment_intent.succeeded', data: { object } });
    expect((await post(stripeHeaders(shop.clock.now(), body), body)).status).toBe(204);
    await shop.work();
    expect(await books(shop, placed)).toMatchObject({ status: 0, moves: [], mails: 0 });
  });
});

describe('the door for Stripe’s events', () => {
  it('refuses what Stripe did not sign, or not now, and takes the same event signed', async () => {
    const placed = await paid();
    const body = succeeded();
    const now = shop.clock.now();
    const good = stripeHeaders(now, body);
    const [time, mac] = good['stripe-signature']!.split(',') as [string, string];
    const forged: [Record<string, string>, string][] = [
      [good, `${body} `],
      [good, body.replace('succeeded', 'payment_failed')],
      [stripeHeaders(now - 301_000, body), body],
      [{ 'stripe-signature': `${time},v1=${'0'.repeat(64)}` }, body],
      [{ 'stripe-signature': `${time},v0=${mac.slice(3)}` }, body],
      [{ 'stripe-signature': mac }, body],
      [{ 'stripe-signature': '' }, body],
      [{}, body],
      [good, ''],
    ];
    for (const [headers, sent] of forged) expect((await post(headers, sent)).status).toBe(400);
    const events = await shop.db.read.selectFrom('payment_events').select('event_id').execute();
    expect(events.map((event) => event.event_id)).not.toContain(JSON.parse(body).id);
    expect(await books(shop, placed)).toMatchObject({ status: 0, mails: 0 });
    expect((await post(good, body)).status).toBe(204);
    await shop.work();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('refuses signed events that are none, and takes and ignores those about something else', async () => {
    const tell = async (event: unknown) => {
      const body = typeof event === 'string' ? event : JSON.stringify(event);
      return (await post(stripeHeaders(shop.clock.now(), body), body)).status;
    };
    expect(await tell('{')).toBe(400);
    expect(await tell('null')).toBe(400);
    expect(await tell({ id: 'evt_1' })).toBe(400);
    expect(await tell({ object: 'v2.core.event', id: 'evt_2', type: 'v2.core.account.created' })).toBe(400);
    const object = { object: 'payout', id: 'po_1', metadata: {} };
    expect(await tell({ id: 'evt_3', type: 'payout.paid', data: { object } })).toBe(204);
    const jobs = await shop.db.read
      .selectFrom('jobs')
      .select('id')
      .where('dedupe_key', '=', 'payment-event:stripe:evt_3')
      .execute();
    expect(jobs).toEqual([]);
  });

  it('takes events signed up to five minutes ago by the shop’s own clock', async () => {
    const body = JSON.stringify({ id: 'evt_old', type: 'x', data: { object: { object: 'y' } } });
    expect((await post(stripeHeaders(shop.clock.now() - 299_000, body), body)).status).toBe(204);
  });
});
