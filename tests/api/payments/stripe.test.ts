import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CreatePaymentRequest, ProviderError } from '#server/core/payment-provider.ts';
import { sandboxKeys } from '../../../src/sandbox/context.ts';
import { books, createPayShop, type PayShop, placeOne } from './pay-shop.ts';
import {
  answerBank,
  askResult,
  callStart,
  confirm,
  idOf,
  payByStripe,
  start,
  stripeCards,
  tamper,
} from './stripe-page.ts';

let shop: PayShop;

beforeAll(async () => {
  shop = await createPayShop();
});
beforeEach(async () => {
  shop.sandbox.scenarios.clear();
  await payByStripe(shop);
});

const paidOnce = { status: 1, hold: '', payments: ['captured'], mails: 1, stock: 4, moves: ['capture'] };
const declinedOnce = { status: -1, hold: '', payments: ['declined'], mails: 0, stock: 5, moves: [] };
const sentBack = { status: 6, payments: ['refunded'], mails: 0, stock: 5, moves: ['capture', 'refund'] };
const place = () => placeOne(shop, 'stripe');

/** Queries the result a few seconds after the page's confirmation, as the page does. */
async function comesBack(placed: Awaited<ReturnType<typeof place>>) {
  shop.clock.advance(3_000);
  return askResult(placed);
}

describe('a card paid through Stripe', () => {
  it('is paid once the page confirmed it: one capture, one mail, one piece less [PAY-01, API-026]', async () => {
    const placed = await place();
    const started = await callStart(placed);
    expect(started).toMatchObject({ code: 0, data: { status: 'pending' } });
    const secret = started.data!.client_secret;
    expect(secret).toMatch(/^pi_\w+_secret_\w+$/);
    expect(await books(shop, placed)).toMatchObject({ status: 0, payments: ['created'], moves: [] });
    expect((await confirm(shop, secret)).status).toBe('succeeded');
    expect(await comesBack(placed)).toMatchObject({ status_key: 1, reason: '' });
    expect(await books(shop, placed)).toEqual(paidOnce);
    await shop.deliver();
    expect(await books(shop, placed)).toEqual(paidOnce);
    expect((await callStart(placed)).code).toBe(50002);
  });

  it('is made in Stripe’s units, and names order and attempt', async () => {
    const placed = await place();
    const secret = await start(placed);
    const row = shop.sandbox.ledger.one('SELECT body FROM stripe_intents WHERE id = ?', idOf(secret));
    expect(JSON.parse(String(row?.body))).toMatchObject({
      ...{ amount: Math.round(placed.total * 100), currency: 'usd', capture_method: 'automatic_async' },
      metadata: { order_no: placed.orderNo, request_id: `${placed.orderNo}-1` },
      description: `Order ${placed.orderNo}`,
    });
  });

  it('is one payment however often it is asked for with one request id, and none with another amount', async () => {
    const provider = shop.payments.get('stripe')!;
    const request: CreatePaymentRequest = {
      ...{ orderNo: 'A-1', requestId: 'A-1-1', amount: 1999, currency: 'USD', description: 'Order A-1' },
      flow: 'kit',
      intent: 'capture',
      ...{ returnUrl: '', cancelUrl: '' },
    };
    const made = await provider.create(request);
    expect(made).toMatchObject({ state: 'created', amount: 1999, currency: 'USD', requestId: 'A-1-1' });
    expect((await provider.create(request)).ref).toBe(made.ref);
    await expect(provider.create({ ...request, amount: 1998 })).rejects.toThrow(ProviderError);
    const odd = { ...request, requestId: 'A-1-2', amount: 1999, currency: 'KRW' };
    await expect(provider.create(odd)).rejects.toThrow('Stripe takes only whole KRW');
    const yen = await provider.create({ ...request, requestId: 'A-1-3', currency: 'JPY' });
    expect(yen).toMatchObject({ amount: 1999, currency: 'JPY' });
  });

  it('is declined with the bank’s reason, gives the stock back, and the next card is an attempt of its own [PAY-06, PAY-13]', async () => {
    const placed = await place();
    const said = await confirm(shop, await start(placed), stripeCards.poor);
    expect(said.error).toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds' });
    expect(await comesBack(placed)).toMatchObject({
      ...{ status_key: -1, reason: 'Your card has insufficient funds.', is_under_way: false },
    });
    expect(await books(shop, placed)).toEqual(declinedOnce);
    await confirm(shop, await start(placed));
    await shop.deliver();
    expect(await books(shop, placed)).toEqual({ ...paidOnce, payments: ['declined', 'captured'] });
  });

  it('is declined by the webhook alone', async () => {
    const placed = await place();
    await confirm(shop, await start(placed), stripeCards.declined);
    await shop.deliver();
    expect(await books(shop, placed)).toEqual(declinedOnce);
  });

  it('waits for the bank’s second step and is paid after it [PAY-09]', async () => {
    const placed = await place();
    const secret = await start(placed);
    expect((await confirm(shop, secret, stripeCards.secondStep)).status).toBe('requires_action');
    await shop.deliver();
    expect(await comesBack(placed)).toMatchObject({ status_key: 0, is_under_way: true, redirect_url: '' });
    expect(await books(shop, placed)).toMatchObject({ status: 0, moves: [], mails: 0 });
    await answerBank(shop, secret, 'confirm');
    await shop.deliver();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('fails cleanly when the second step is refused [PAY-09]', async () => {
    const placed = await place();
    const secret = await start(placed);
    await confirm(shop, secret, stripeCards.secondStep);
    await answerBank(shop, secret, 'refuse');
    expect(await comesBack(placed)).toMatchObject({
      status_key: -1,
      reason: expect.stringContaining('unable to authenticate'),
    });
    expect(await books(shop, placed)).toEqual(declinedOnce);
  });

  it('is paid after all when the declined payment’s card goes through late [PAY-13]', async () => {
    const placed = await place();
    const secret = await start(placed);
    await confirm(shop, secret, stripeCards.declined);
    await shop.deliver();
    await confirm(shop, secret);
    await shop.deliver();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('keeps one of two payments that both went through, and sends the other back [PAY-13]', async () => {
    const placed = await place();
    const [first, second] = [await start(placed), await start(placed)];
    expect(first).not.toBe(second);
    for (const secret of [first, second]) await confirm(shop, secret);
    await shop.deliver();
    const { payments, moves, ...order } = await books(shop, placed);
    expect(order).toEqual({ status: 1, hold: '', mails: 1, stock: 4 });
    expect(payments.toSorted()).toEqual(['captured', 'refunded']);
    expect(moves.toSorted()).toEqual(['capture', 'capture', 'refund']);
  });

  it('is refused by calls that cannot pay it, and nothing is written [API-024, API-025]', async () => {
    const placed = await place();
    const body = { order_no: placed.orderNo, provider: 'stripe' as const };
    const says = { code: 10001, msg: expect.stringContaining('provider') };
    expect(await placed.visitor.call('POST /api/v1/payments/', { body })).toMatchObject(says);
    expect(await placed.visitor.call('POST /api/v2/payments/', { body })).toMatchObject(says);
    expect(await books(shop, placed)).toMatchObject({ payments: [], moves: [] });
  });
});

describe('money that Stripe only reserves', () => {
  it('is taken once when the merchant asks, however often and though the answer is lost [API-056, PAY-13]', async () => {
    await payByStripe(shop, { is_authorize: true });
    const placed = await place();
    const secret = await start(placed);
    expect((await confirm(shop, secret)).status).toBe('requires_capture');
    await shop.deliver();
    expect(await books(shop, placed)).toMatchObject({ status: 0, payments: ['authorized'], moves: [] });
    const take = () =>
      shop.visitor().call('POST /api/v1/checkout/payment/capture', {
        body: { token: placed.token, payment_id: idOf(secret) },
      });
    shop.sandbox.scenarios.add({ call: 'POST /v1/payment_intents', ends: '/capture', status: 500, times: 2 });
    shop.sandbox.scenarios.webhooks = { hold: true };
    expect((await take()).data?.status).toBe('pending');
    expect(await books(shop, placed)).toMatchObject({ payments: ['capturing'], moves: ['capture'] });
    for (let round = 0; round < 2; round += 1) {
      shop.clock.advance(65_000);
      await shop.work(true);
    }
    expect(await books(shop, placed)).toEqual(paidOnce);
    expect((await take()).data?.status).toBe('paid');
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('is given up where Stripe will not take it', async () => {
    await payByStripe(shop, { is_authorize: true });
    const placed = await place();
    const secret = await start(placed);
    await confirm(shop, secret);
    await shop.deliver();
    const within = shop.outside.fetch;
    shop.outside.fetch = async (address, init) =>
      String(address).endsWith('/capture')
        ? Response.json(
            { error: { type: 'card_error', code: 'card_declined', message: 'No.' } },
            { status: 402 },
          )
        : within(address, init);
    const taken = await shop.visitor().call('POST /api/v1/checkout/payment/capture', {
      body: { token: placed.token, payment_id: idOf(secret) },
    });
    shop.outside.fetch = within;
    expect(taken).toMatchObject({ code: 50001, msg: 'Stripe rejected the payment.' });
    expect(await books(shop, placed)).toMatchObject({ status: -1, payments: ['failed'], stock: 5 });
  });
});

describe('money that is not the order’s', () => {
  it.each([
    ['more than was ordered', { amount_received: 999_999 }, 'ordered for'],
    ['another currency', { currency: 'eur' }, 'Paid in EUR'],
    ['another account', { on_behalf_of: 'acct_other' }, 'account'],
    ['another destination', { transfer_data: { destination: 'acct_other' } }, 'account'],
  ])('puts the order on hold and is sent back: %s [PAY-13]', async (_what, change, reason) => {
    const placed = await place();
    const secret = await start(placed);
    await confirm(shop, secret);
    const before = shop.sandbox.ledger.one('SELECT body FROM stripe_intents WHERE id = ?', idOf(secret));
    const intent = JSON.parse(String(before?.body));
    const latest_charge = { ...intent.latest_charge, amount_captured: 999_999 };
    tamper(shop, secret, { ...change, latest_charge });
    await shop.deliver();
    await shop.deliver();
    expect(await books(shop, placed)).toEqual({ ...sentBack, hold: expect.stringContaining(reason) });
  });

  it('is sent back once for ten repeats, also when Stripe has forgotten the idempotency key', async () => {
    const placed = await place();
    const secret = await start(placed);
    await confirm(shop, secret);
    await shop.deliver();
    const provider = shop.payments.get('stripe')!;
    const { captureRef = '' } = await provider.status(idOf(secret));
    const amount = Math.round(placed.total * 100) - 1;
    const refunds: string[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      if (turn === 5) shop.sandbox.ledger.run('DELETE FROM answers');
      refunds.push((await provider.refund(captureRef, amount, 'USD', `refund-${captureRef}`)).ref);
    }
    expect(new Set(refunds).size).toBe(1);
    expect((await books(shop, placed)).moves).toEqual(['capture', 'refund']);
    await provider.refund(captureRef, 1, 'USD', 'the-rest');
    expect(await provider.status(idOf(secret))).toMatchObject({ state: 'refunded' });
    expect(await provider.refund(captureRef, 1, 'USD', 'once-more')).toEqual({ ref: captureRef });
  });
});

describe('a refund that Stripe cannot make', () => {
  it('is not taken for one: it is owed still, and tried again', async () => {
    const placed = await place();
    const secret = await start(placed);
    await confirm(shop, secret);
    await shop.deliver();
    const provider = shop.payments.get('stripe')!;
    const { captureRef = '', amount } = await provider.status(idOf(secret));
    const send = () => provider.refund(captureRef, amount, 'USD', `refund-${captureRef}`);
    const within = shop.outside.fetch;
    const failed = {
      object: 'refund',
      id: 're_1',
      status: 'failed',
      metadata: { request_id: `refund-${captureRef}` },
    };
    shop.outside.fetch = async (address, init) => {
      if (!String(address).includes('/v1/refunds')) return within(address, init);
      return Response.json(init?.method === 'POST' ? failed : { object: 'list', data: [failed] });
    };
    await expect(send()).rejects.toThrow('could not refund the payment');
    shop.outside.fetch = within;
    await send();
    expect((await books(shop, placed)).moves).toEqual(['capture', 'refund']);
  });
});

describe('Stripe that answers badly', () => {
  it('makes one payment when the first answer is lost: the repetition has the same key', async () => {
    const placed = await place();
    shop.sandbox.scenarios.add({ call: 'POST /v1/payment_intents', status: 500 });
    await confirm(shop, await start(placed));
    await shop.deliver();
    expect(await books(shop, placed)).toEqual(paidOnce);
    const made = shop.sandbox.ledger
      .all('SELECT body FROM stripe_intents')
      .filter((row) => String(row.body).includes(`"${placed.orderNo}-1"`));
    expect(made).toHaveLength(1);
  });

  it('fails an attempt whose answer never came: nobody has its secret, so the next one may begin at once', async () => {
    const placed = await place();
    shop.sandbox.scenarios.add({ call: 'POST /v1/payment_intents', status: 500, times: 2 });
    expect(await callStart(placed)).toMatchObject({ code: 53130 });
    expect(await books(shop, placed)).toMatchObject({ status: 0, payments: ['failed'], moves: [] });
    await confirm(shop, await start(placed));
    await shop.deliver();
    expect(await books(shop, placed)).toEqual({ ...paidOnce, payments: ['failed', 'captured'] });
  });

  it('is asked again after three answers of 500 [PAY-13]', async () => {
    const placed = await place();
    await confirm(shop, await start(placed));
    shop.sandbox.scenarios.webhooks = { hold: true };
    shop.sandbox.scenarios.add({ call: 'GET /v1/payment_intents', status: 500, times: 3 });
    expect(await comesBack(placed)).toMatchObject({ status_key: 0, is_under_way: true });
    shop.clock.advance(80_000);
    await shop.work(true);
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('is asked although nobody came back and no webhook did [PAY-13]', async () => {
    const placed = await place();
    await confirm(shop, await start(placed));
    shop.sandbox.scenarios.webhooks = { hold: true };
    shop.clock.advance(80_000);
    await shop.work(true);
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it.each([
    ['no PaymentIntent', () => Response.json({ object: 'list', data: [] })],
    ['no JSON', () => new Response('<html>', { status: 200 })],
    ['too many calls', () => Response.json({ error: { type: 'invalid_request_error' } }, { status: 429 })],
    ['no answer', () => Promise.reject(new TypeError('fetch failed'))],
  ])('leaves an attempt open while it answers with %s', async (_what, answer) => {
    const placed = await place();
    const secret = await start(placed);
    await confirm(shop, secret);
    const within = shop.outside.fetch;
    shop.outside.fetch = async (address, init) =>
      String(address).includes(`/v1/payment_intents/${idOf(secret)}`) ? answer() : within(address, init);
    expect(await comesBack(placed)).toMatchObject({ status_key: 0, is_under_way: true });
    shop.outside.fetch = within;
    await shop.deliver();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('ends an attempt that Stripe does not know: its keys are another account’s now', async () => {
    const placed = await place();
    const secret = await start(placed);
    shop.sandbox.ledger.run('DELETE FROM stripe_intents WHERE id = ?', idOf(secret));
    expect(await comesBack(placed)).toMatchObject({ status_key: 0, is_under_way: false });
    expect(await books(shop, placed)).toMatchObject({ payments: ['expired'], moves: [] });
  });

  it('is paid where a restricted key may not read the account, and not offered where it takes no charges', async () => {
    const other = await createPayShop();
    const within = other.outside.fetch;
    let status = 403;
    other.outside.fetch = async (address, init) => {
      if (!String(address).endsWith('/v1/account')) return within(address, init);
      const error = { type: 'invalid_request_error', message: 'No.' };
      const account = { object: 'account', id: 'acct_1', charges_enabled: false };
      return status === 200 ? Response.json(account) : Response.json({ error }, { status });
    };
    status = 401;
    expect(await other.payments.get('stripe')!.available()).toBe(false);
    status = 403;
    await payByStripe(other);
    const placed = await placeOne(other, 'stripe');
    await confirm(other, await start(placed));
    await other.deliver();
    expect(await books(other, placed)).toEqual(paidOnce);
    const third = await createPayShop();
    third.outside.fetch = other.outside.fetch;
    status = 200;
    expect(await third.payments.get('stripe')!.available()).toBe(false);
    expect(await shop.payments.get('stripe')!.available()).toBe(true);
    expect(shop.payments.get('stripe')!.payee).toBe(sandboxKeys.stripeAccount);
  });
});
