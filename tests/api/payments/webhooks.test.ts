import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSelfSignedCertificate, gatewayHeaders, paypalHeaders } from '../../../src/sandbox/webhooks.ts';
import {
  books,
  cards,
  cardToken,
  createPayShop,
  decide,
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
beforeEach(async () => {
  shop.sandbox.scenarios.clear();
  await shop.deliver();
});

const paidOnce = { status: 1, hold: '', payments: ['captured'], mails: 1, stock: 4, moves: ['capture'] };

function waiting() {
  return shop.sandbox.ledger.all('SELECT * FROM deliveries WHERE delivered_at IS NULL');
}

function post(provider: string, headers: Record<string, string>, body: string, sender = shop.visitor()) {
  return sender.send(`/api/v1/webhooks/${provider}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'sec-fetch-site': 'none' },
    body,
  });
}

/** Pays on the gateway's own page, which captures the money automatically. */
async function payAtGateway(placed: Placed): Promise<void> {
  const started = await placed.visitor.data('POST /api/v2/payments/', {
    body: { order_no: placed.orderNo, provider: 'simulated' },
  });
  const client_secret = new URL(started.redirect_url).searchParams.get('secret') ?? '';
  const card_token = await cardToken(shop, cards.works);
  await shop.services.fetch(`${shop.sandbox.publicUrl}/gateway/v1/confirm`, {
    method: 'POST',
    body: JSON.stringify({ client_secret, card_token }),
  });
}

function askResult(placed: Placed) {
  return placed.visitor.data('POST /api/v1/payments/query/result', { body: { order_no: placed.orderNo } });
}

describe('both doors', () => {
  it('records the payment by the webhook alone when the shopper never comes back [PAY-03]', async () => {
    const placed = await placeOne(shop);
    await payAtGateway(placed);
    await shop.deliver();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('makes one order and one mail of return, then webhook five times [PAY-12]', async () => {
    const placed = await placeOne(shop);
    shop.sandbox.scenarios.webhooks = { copies: 5 };
    await payAtGateway(placed);
    shop.clock.advance(3_000);
    expect((await askResult(placed)).status_key).toBe(1);
    await shop.deliver();
    expect(waiting()).toHaveLength(0);
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('makes one order and one mail of webhook five times, then return twice [PAY-12]', async () => {
    const placed = await placeOne(shop);
    shop.sandbox.scenarios.webhooks = { copies: 5 };
    await payAtGateway(placed);
    await shop.deliver();
    for (let turn = 0; turn < 2; turn += 1) expect((await askResult(placed)).status_key).toBe(1);
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('makes one order and one mail when returns and webhooks come together [PAY-12]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const id = await startPayPal(placed);
    await decide(shop, id, 'approve');
    const capture = () =>
      placed.visitor.call('GET /api/v1/payments/paypal/capture', {
        query: { paypal_order_id: id, order_no: placed.orderNo },
      });
    shop.sandbox.scenarios.webhooks = { copies: 5 };
    await Promise.all([capture(), capture(), shop.deliver(), capture()]);
    await shop.deliver();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('takes PayPal’s events newest first as well as in order [PAY-12]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const id = await startPayPal(placed);
    await decide(shop, id, 'approve');
    await placed.visitor.data('GET /api/v1/payments/paypal/capture', {
      query: { paypal_order_id: id, order_no: placed.orderNo },
    });
    shop.sandbox.scenarios.webhooks = { newest_first: true };
    expect(waiting().map((delivery) => delivery.type)).toContain('CHECKOUT.ORDER.APPROVED');
    await shop.deliver();
    expect(waiting()).toHaveLength(0);
    expect(await books(shop, placed)).toEqual(paidOnce);
  });
});

describe('the webhook door', () => {
  it('refuses PayPal events whose body, time, signature or certificate is not the signed one', async () => {
    const placed = await placeOne(shop, 'paypal');
    await decide(shop, await startPayPal(placed), 'approve');
    const body = String(waiting().find((delivery) => delivery.provider === 'paypal')?.body);
    const signed = paypalHeaders(shop.sandbox, body);
    const another = createSelfSignedCertificate('Another', new Date(shop.clock.now() - 86_400_000));
    const path = '/v1/notifications/certs/CERT-another';
    const within = shop.outside.fetch;
    shop.outside.fetch = async (address, init) =>
      String(address).endsWith(path) ? new Response(another.certificate) : within(address, init);
    const forged = [
      { headers: { ...signed, 'paypal-cert-url': `${shop.sandbox.publicUrl}${path}` }, body },
      { headers: signed, body: `${body} ` },
      { headers: { ...signed, 'paypal-transmission-time': '2020-01-01T00:00:00Z' }, body },
      { headers: { ...signed, 'paypal-transmission-sig': '' }, body },
      { headers: {}, body },
    ];
    for (const attempt of forged) {
      expect((await post('paypal', attempt.headers as Record<string, string>, attempt.body)).status).toBe(
        400,
      );
    }
    shop.outside.fetch = within;
    const events = await shop.db.read.selectFrom('payment_events').select('event_id').execute();
    expect(events.map((event) => event.event_id)).not.toContain(JSON.parse(body).id);
    expect((await post('paypal', signed, body)).status).toBe(204);
  });

  it('refuses gateway events with a wrong signature, an old one or one from the future', async () => {
    const body = JSON.stringify({
      id: 'evt_1',
      type: 'payment.captured',
      data: { id: 'pay_1', request_id: 'r' },
    });
    const good = gatewayHeaders(shop.clock.now(), body);
    const old = gatewayHeaders(shop.clock.now() - 301_000, body);
    const future = gatewayHeaders(shop.clock.now() + 301_000, body);
    expect((await post('simulated', good, `${body}\n`)).status).toBe(400);
    expect((await post('simulated', old, body)).status).toBe(400);
    expect((await post('simulated', future, body)).status).toBe(400);
    expect((await post('simulated', {}, body)).status).toBe(400);
    expect((await post('simulated', good, body)).status).toBe(204);
  });

  it('believes no amount or state of an event: a signed event about an unpaid payment changes nothing', async () => {
    const placed = await placeOne(shop, 'paypal');
    const id = await startPayPal(placed);
    const resource = {
      id: 'CAP1',
      status: 'COMPLETED',
      supplementary_data: { related_ids: { order_id: id } },
    };
    const body = JSON.stringify({ id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource });
    expect((await post('paypal', paypalHeaders(shop.sandbox, body), body)).status).toBe(204);
    await shop.work();
    expect(await books(shop, placed)).toMatchObject({ status: 0, moves: [], mails: 0 });
  });

  it('answers before it works: a known event again adds no job, before or after its first was done; an unknown kind is taken and ignored', async () => {
    const placed = await placeOne(shop);
    await payByCard(shop, placed);
    const body = String(waiting()[0]?.body);
    const headers = gatewayHeaders(shop.clock.now(), body);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('simulated', headers, body)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(204));
    const jobs = await shop.db.read
      .selectFrom('jobs')
      .select('id')
      .where('dedupe_key', '=', `payment-event:simulated:${JSON.parse(body).id}`)
      .execute();
    expect(jobs).toHaveLength(1);
    await shop.work();
    const asked: string[] = [];
    const within = shop.outside.fetch;
    shop.outside.fetch = async (address, init) => {
      asked.push(String(address));
      return within(address, init);
    };
    expect((await post('simulated', headers, body)).status).toBe(204);
    await shop.work();
    shop.outside.fetch = within;
    expect(asked).toEqual([]);
    const unknown = JSON.stringify({
      id: 'WH-2',
      event_type: 'CUSTOMER.DISPUTE.CREATED',
      resource: { id: 'D1' },
    });
    expect((await post('paypal', paypalHeaders(shop.sandbox, unknown), unknown)).status).toBe(204);
    await shop.work();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('refuses an event whose certificate is not to be had, without failing', async () => {
    const body = JSON.stringify({
      id: 'WH-3',
      event_type: 'CHECKOUT.ORDER.APPROVED',
      resource: { id: 'O1' },
    });
    const signed = paypalHeaders(shop.sandbox, body) as Record<string, string>;
    const at = (address: string) => post('paypal', { ...signed, 'paypal-cert-url': address }, body);
    for (const path of ['/nowhere', '/checkoutnow', '/v1/notifications/certs/none']) {
      expect((await at(`${shop.sandbox.publicUrl}${path}`)).status).toBe(400);
    }
    for (const odd of ['x:9/cert', 'x:@h/', 'x:.h/', 'x:.evil.example/c', 'http://', '%', 'http://[']) {
      expect((await at(odd)).status, odd).toBe(400);
    }
  });

  it('has PayPal send an event again whose certificate cannot be had at the moment', async () => {
    const body = JSON.stringify({
      id: 'WH-4',
      event_type: 'CHECKOUT.ORDER.APPROVED',
      resource: { id: 'O1' },
    });
    const signed = paypalHeaders(shop.sandbox, body) as Record<string, string>;
    const headers = { ...signed, 'paypal-cert-url': `${signed['paypal-cert-url']}-2` };
    const within = shop.outside.fetch;
    shop.outside.fetch = async () => {
      throw new TypeError('fetch failed');
    };
    expect((await post('paypal', headers, body)).status).toBe(503);
    shop.outside.fetch = within;
    expect((await post('paypal', signed, body)).status).toBe(204);
  });

  it('fetches three certificates a minute for one address, and goes on fetching for the others', async () => {
    const body = JSON.stringify({ id: 'WH-5', event_type: 'X', resource: { id: 'O1' } });
    shop.clock.advance(60_000);
    const signed = paypalHeaders(shop.sandbox, body) as Record<string, string>;
    const none = `${shop.sandbox.publicUrl}/v1/notifications/certs/none`;
    const flood = shop.visitor();
    const tell = async (sender: typeof flood, count: number) =>
      (await post('paypal', { ...signed, 'paypal-cert-url': `${none}-${count}` }, body, sender)).status;
    const answers: number[] = [];
    for (let count = 0; count < 5; count += 1) answers.push(await tell(flood, count));
    expect(answers).toEqual([400, 400, 400, 503, 503]);
    expect(await tell(shop.visitor(), 5)).toBe(400);
  });

  it('lets three thousand events of one address a minute in, and asks for the rest to be sent later', async () => {
    const body = JSON.stringify({ id: 'evt_b', type: 'x', data: { id: 'pay_1', request_id: 'r' } });
    const sender = shop.visitor();
    const tell = () => post('simulated', gatewayHeaders(shop.clock.now(), body), body, sender);
    const counted = shop.db.write.updateTable('rate_limits').where('key', 'like', 'webhook:%');
    shop.clock.set(Math.ceil(shop.clock.now() / 60_000) * 60_000);
    expect((await tell()).status).toBe(204);
    await counted.set({ hits: 2999 }).execute();
    expect((await tell()).status).toBe(204);
    const refused = await tell();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await post('simulated', gatewayHeaders(shop.clock.now(), body), body)).status).toBe(204);
    shop.clock.advance(60_000);
    expect((await tell()).status).toBe(204);
  });

  it('finds the attempt of an event that names only its request, among others without an answer [PAY-03]', async () => {
    const [lost, placed] = [await placeOne(shop), await placeOne(shop)];
    shop.sandbox.scenarios.webhooks = { hold: true };
    for (const each of [lost, placed]) {
      shop.sandbox.scenarios.add({ call: 'POST /gateway/v1/payments', status: 500, times: 2 });
      expect((await payByCard(shop, each)).data?.status).toBe('pending');
    }
    const row = await shop.db.read
      .selectFrom('payments')
      .select('request_id')
      .where('order_no', '=', placed.orderNo)
      .executeTakeFirstOrThrow();
    const data = { id: '', request_id: row.request_id };
    const body = JSON.stringify({ id: 'evt_lost', type: 'payment.captured', data });
    expect((await post('simulated', gatewayHeaders(shop.clock.now(), body), body)).status).toBe(204);
    await shop.work();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('tells the merchant of captured money whose payment the shop does not know: where, which and how much, not whose', async () => {
    const lines: string[] = [];
    const log = shop.services.log;
    shop.services.log = pino(
      { level: 'warn' },
      { write: (line: string) => void lines.push(line) },
    ) as typeof log;
    const amount = { value: '12.50', currency_code: 'EUR' };
    const payer = { email_address: 'jane@example.com' };
    const related = { related_ids: { order_id: 'UNKNOWN1' } };
    const events = [
      { id: 'WH-U1', resource: { id: 'CAP-U1', amount, payer, supplementary_data: related } },
      { id: 'WH-U2', resource: { id: 'CAP-U2', amount } },
    ].map((event) => JSON.stringify({ ...event, event_type: 'PAYMENT.CAPTURE.COMPLETED' }));
    const known = await placeOne(shop, 'paypal');
    const ref = await startPayPal(known);
    try {
      for (const body of events)
        expect((await post('paypal', paypalHeaders(shop.sandbox, body), body)).status).toBe(204);
      const data = { id: 'pay_unknown', request_id: 'ABCDE-FGHJK-1', charge_id: 'ch_1', amount: 1999 };
      shop.sandbox.notify('simulated', 'payment.captured', { ...data, currency: 'USD' });
      shop.sandbox.notify('simulated', 'payment.declined', { ...data, currency: 'USD' });
      shop.sandbox.notify('paypal', 'CHECKOUT.ORDER.APPROVED', { id: 'UNKNOWN2' });
      shop.sandbox.notify('paypal', 'PAYMENT.CAPTURE.COMPLETED', {
        id: 'CAP-K',
        supplementary_data: { related_ids: { order_id: ref } },
      });
      await shop.deliver();
    } finally {
      shop.services.log = log;
    }
    const told = lines.map((line) => JSON.parse(line) as { captureRef: string });
    expect(told.toSorted((a, b) => (a.captureRef < b.captureRef ? -1 : 1))).toEqual([
      expect.objectContaining({
        ...{ level: 40, provider: 'paypal', providerRef: 'UNKNOWN1' },
        ...{ captureRef: 'CAP-U1', amount: '12.50 EUR', eventId: 'WH-U1' },
      }),
      expect.objectContaining({ provider: 'paypal', captureRef: 'CAP-U2', amount: '12.50 EUR' }),
      expect.objectContaining({
        ...{ provider: 'simulated', providerRef: 'pay_unknown', requestId: 'ABCDE-FGHJK-1' },
        ...{ captureRef: 'ch_1', amount: '1999 USD (minor units)' },
      }),
    ]);
    expect(lines.join('')).not.toContain('jane');
  });

  it('does not know providers that are not configured', async () => {
    expect((await post('local', {}, '{}')).status).toBe(404);
  });
});
