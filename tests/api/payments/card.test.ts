import { beforeAll, describe, expect, it } from 'vitest';
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

const paidOnce = { status: 1, hold: '', payments: ['captured'], mails: 1, stock: 4, moves: ['capture'] };

describe('a card charged in one step', () => {
  it('pays the order: one capture, one mail, one piece less [PAY-01, API-024]', async () => {
    const placed = await placeOne(shop);
    const answer = await payByCard(shop, placed);
    expect(answer).toMatchObject({ code: 0, msg: '' });
    expect(answer.data).toEqual({ status: 'paid', order_no: placed.orderNo, redirect_url: '' });
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('is declined with 50001, gives the stock back and can be tried again with another card [PAY-06, PAY-13, API-024]', async () => {
    const placed = await placeOne(shop);
    expect(await payByCard(shop, placed, cards.declined)).toMatchObject({
      code: 50001,
      msg: 'The card was declined.',
    });
    expect(await books(shop, placed)).toEqual({
      ...{ status: -1, hold: '', payments: ['declined'], mails: 0, stock: 5, moves: [] },
    });
    expect(await payByCard(shop, placed)).toMatchObject({ code: 0, data: { status: 'paid' } });
    expect(await books(shop, placed)).toEqual({ ...paidOnce, payments: ['declined', 'captured'] });
  });

  it('asks for the second step and is paid once it is confirmed [PAY-09, API-024, API-064]', async () => {
    const placed = await placeOne(shop);
    const asked = await payByCard(shop, placed, cards.secondStep);
    expect(asked).toMatchObject({ code: 0, data: { status: 'second_step', order_no: placed.orderNo } });
    expect(await books(shop, placed)).toMatchObject({ status: 0, moves: [], mails: 0 });
    const page = new URL(asked.data!.redirect_url);
    const secret = page.searchParams.get('secret') ?? '';
    const back = await shop.visitSandbox('/gateway/second-step', { secret, decision: 'confirm' });
    const target = new URL(back.headers.get('location') ?? '');
    expect(`${target.origin}${target.pathname}`).toBe(`${shop.services.env.SITE_URL}/pay/result`);
    const transaction_id = target.searchParams.get('payment_intent_id') ?? '';
    const body = { order_no: placed.orderNo, transaction_id };
    const paid = await placed.visitor.call('POST /api/v1/payments/continue', { body });
    expect(paid).toMatchObject({ code: 0, data: { status: 'paid', order_no: placed.orderNo } });
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('fails cleanly when the second step is refused [PAY-09, API-064]', async () => {
    const placed = await placeOne(shop);
    const asked = await payByCard(shop, placed, cards.secondStep);
    const secret = new URL(asked.data!.redirect_url).searchParams.get('secret') ?? '';
    const back = await shop.visitSandbox('/gateway/second-step', { secret, decision: 'refuse' });
    const transaction_id =
      new URL(back.headers.get('location') ?? '').searchParams.get('payment_intent_id') ?? '';
    const body = { order_no: placed.orderNo, transaction_id };
    expect((await placed.visitor.call('POST /api/v1/payments/continue', { body })).code).toBe(50001);
    expect(await books(shop, placed)).toMatchObject({ status: -1, stock: 5, moves: [], mails: 0 });
  });

  it('refuses a paid order with 50002 and another visitor with 10403 [API-024, PAY-12]', async () => {
    const placed = await placeOne(shop);
    await payByCard(shop, placed);
    expect((await payByCard(shop, placed)).code).toBe(50002);
    const stranger = shop.visitor();
    expect((await payByCard(shop, { ...placed, visitor: stranger })).code).toBe(10403);
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('takes the money once when ten attempts come at the same time [PAY-13, API-024]', async () => {
    const placed = await placeOne(shop);
    const answers = await Promise.all(Array.from({ length: 10 }, () => payByCard(shop, placed)));
    const accepted = answers.filter((answer) => answer.code === 0);
    expect(accepted.length).toBeGreaterThan(0);
    for (const answer of answers) expect([0, 50002]).toContain(answer.code);
    const { moves, mails, status, stock } = await books(shop, placed);
    expect({ moves, mails, status, stock }).toEqual({ moves: ['capture'], mails: 1, status: 1, stock: 4 });
  });

  it('goes through the provider it names, and not at all where that is not configured or takes no tokens [API-024]', async () => {
    const placed = await placeOne(shop);
    const card_token = await cardToken(shop, cards.works);
    for (const [provider, code] of [
      ['local', 53130],
      ['airwallex', 10001],
      ['getpay', 10001],
    ] as const) {
      const body = { order_no: placed.orderNo, provider, card_token };
      expect((await placed.visitor.call('POST /api/v1/payments/', { body })).code).toBe(code);
    }
    expect(await books(shop, placed)).toMatchObject({ status: 0, payments: [], moves: [] });
  });

  it('uses a card token for one payment only [API-024]', async () => {
    const [first, second] = [await placeOne(shop), await placeOne(shop)];
    const card_token = await cardToken(shop, cards.works);
    const pay = (placed: typeof first) =>
      placed.visitor.call('POST /api/v1/payments/', {
        body: { order_no: placed.orderNo, provider: 'simulated', card_token },
      });
    expect((await pay(first)).code).toBe(0);
    expect((await pay(second)).code).toBe(50001);
  });

  it('keeps no card number in either ledger, only its last four digits [R90]', async () => {
    const placed = await placeOne(shop);
    await payByCard(shop, placed);
    const rows = shop.sandbox.ledger.all('SELECT * FROM card_tokens');
    const everything = JSON.stringify([
      rows,
      await shop.db.read.selectFrom('payments').selectAll().execute(),
    ]);
    expect(everything).not.toContain('424242424242');
    expect(rows[0]).toMatchObject({ last4: '4242' });
  });
});

describe('other ways to pay by card', () => {
  it('is paid at the gateway’s own page and recorded when the shopper comes back [API-025, API-106, PAY-01, PAY-03]', async () => {
    const placed = await placeOne(shop);
    const started = await placed.visitor.data('POST /api/v2/payments/', {
      body: { order_no: placed.orderNo, provider: 'simulated' },
    });
    expect(started.status).toBe('pending');
    const secret = new URL(started.redirect_url).searchParams.get('secret') ?? '';
    await confirm(secret);
    shop.clock.advance(3_000);
    const result = await placed.visitor.data('POST /api/v1/payments/query/result', {
      body: { order_no: placed.orderNo },
    });
    expect(result).toMatchObject({
      status_key: 1,
      order_status: 'Paid',
      order_no: placed.orderNo,
      total_price: placed.total,
    });
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('hands a secret to the browser’s kit and records what it confirmed [API-026, PAY-01]', async () => {
    const placed = await placeOne(shop);
    const started = await placed.visitor.data('POST /api/v3/payments/', {
      body: { order_no: placed.orderNo, provider: 'simulated' },
    });
    const [flow] = shop.sandbox.ledger.all(
      'SELECT flow FROM card_payments WHERE client_secret = ?',
      started.client_secret,
    );
    expect([started.status, flow]).toEqual(['pending', { flow: 'client' }]);
    await confirm(started.client_secret);
    await shop.deliver();
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('hands PayPal’s kit the id of its order [API-026]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const { client_secret, status } = await placed.visitor.data('POST /api/v3/payments/', {
      body: { order_no: placed.orderNo, provider: 'paypal' },
    });
    expect(status).toBe('pending');
    await decide(shop, client_secret, 'approve');
    const query = { paypal_order_id: client_secret, order_no: placed.orderNo };
    expect((await placed.visitor.call('GET /api/v1/payments/paypal/capture', { query })).code).toBe(0);
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('never returns a shopper to another site [API-025]', async () => {
    const placed = await placeOne(shop);
    const started = await placed.visitor.data('POST /api/v2/payments/', {
      body: {
        order_no: placed.orderNo,
        provider: 'simulated',
        return_url: 'https://evil.example/pay/result',
      },
    });
    const secret = new URL(started.redirect_url).searchParams.get('secret') ?? '';
    const row = shop.sandbox.ledger.one(
      'SELECT return_url FROM card_payments WHERE client_secret = ?',
      secret,
    );
    expect(String(row?.return_url)).toBe(
      `${shop.services.env.SITE_URL}/pay/result?order_no=${placed.orderNo}`,
    );
  });

  async function confirm(client_secret: string) {
    const card_token = await cardToken(shop, cards.works);
    await shop.services.fetch(`${shop.sandbox.publicUrl}/gateway/v1/confirm`, {
      method: 'POST',
      body: JSON.stringify({ client_secret, card_token }),
    });
  }
});

describe('calls that settle by GET', () => {
  it('settles a simulated payment for the owner only, repeatably, and not on a prefetch [PAY-04, PAY-12, API-029]', async () => {
    const placed = await placeOne(shop);
    const path = `/api/v1/payments/simulatedPay/${placed.orderNo}?result=success`;
    const prefetch = await placed.visitor.send(path, { headers: { 'sec-purpose': 'prefetch' } });
    expect(((await prefetch.json()) as { code: number }).code).toBe(10403);
    const call = { params: { id: placed.orderNo }, query: { result: 'success' } } as const;
    expect((await shop.visitor().call('GET /api/v1/payments/simulatedPay/:id', call)).code).toBe(10403);
    expect(await books(shop, placed)).toMatchObject({ status: 0, payments: [] });
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await placed.visitor.call('GET /api/v1/payments/simulatedPay/:id', call);
      expect(answer).toMatchObject({ code: 0, data: { status: 'paid' } });
    }
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('settles the payment that is under way, without a second charge [API-029, PAY-04]', async () => {
    const placed = await placeOne(shop);
    await startAtGateway(placed);
    expect(await simulatedPay(placed, 'success')).toBe('paid');
    expect(await books(shop, placed)).toEqual(paidOnce);
    expect(await simulatedPay(placed, 'failure')).toBe('paid');
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('fails every payment that is under way, which the status then says, and repeats no failure [API-029, API-031]', async () => {
    const placed = await placeOne(shop);
    await startAtGateway(placed);
    await startAtGateway(placed);
    const failed = {
      ...{ status: -1, hold: '', payments: ['declined', 'declined'], mails: 0, stock: 5, moves: [] },
    };
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await simulatedPay(placed, 'failure')).toBe('failed');
      expect(await books(shop, placed)).toEqual(failed);
    }
    const status = await placed.visitor.data('GET /api/v1/pay/status/:id', {
      params: { id: placed.orderNo },
    });
    expect(status).toMatchObject({ status_key: -1, paid_at: null });
    expect(await simulatedPay(placed, 'success')).toBe('paid');
    expect(await books(shop, placed)).toEqual({
      ...paidOnce,
      payments: ['declined', 'declined', 'captured'],
    });
  });

  it.each(['success', 'failure'] as const)(
    'ends a card’s second step with %s as the bank would [API-029, PAY-09]',
    async (end) => {
      const placed = await placeOne(shop);
      await payByCard(shop, placed, cards.secondStep);
      const isPaid = end === 'success';
      expect(await simulatedPay(placed, end)).toBe(isPaid ? 'paid' : 'failed');
      expect(await books(shop, placed)).toEqual(
        isPaid ? paidOnce : { status: -1, hold: '', payments: ['declined'], mails: 0, stock: 5, moves: [] },
      );
    },
  );

  it.each(['success', 'failure'] as const)(
    'ends a payment at PayPal with %s as its buyer would [API-029]',
    async (end) => {
      const placed = await placeOne(shop, 'paypal');
      await startPayPal(placed);
      const isPaid = end === 'success';
      expect(await simulatedPay(placed, end)).toBe(isPaid ? 'paid' : 'failed');
      expect(await books(shop, placed)).toEqual(
        isPaid ? paidOnce : { status: -1, hold: '', payments: ['declined'], mails: 0, stock: 5, moves: [] },
      );
    },
  );

  it('fails an order without a payment by a card that is declined [API-029]', async () => {
    const placed = await placeOne(shop);
    expect(await simulatedPay(placed, 'failure')).toBe('failed');
    expect(await books(shop, placed)).toMatchObject({ status: -1, payments: ['declined'], stock: 5 });
  });

  const startAtGateway = (placed: Placed) =>
    placed.visitor.data('POST /api/v2/payments/', {
      body: { order_no: placed.orderNo, provider: 'simulated' },
    });

  async function simulatedPay({ visitor, orderNo }: Placed, result: 'success' | 'failure') {
    const answer = await visitor.data('GET /api/v1/payments/simulatedPay/:id', {
      params: { id: orderNo },
      query: { result },
    });
    return answer.status;
  }

  it('refuses to complete an order for nothing that costs something [PAY-04, API-028]', async () => {
    const placed = await placeOne(shop);
    const answer = await placed.visitor.call('GET /api/v1/payments/zero/:id', {
      params: { id: placed.orderNo },
    });
    expect(answer.code).toBe(10001);
    expect(await books(shop, placed)).toMatchObject({ status: 0, payments: [] });
  });

  it('completes an order whose total is 0 without a provider, once [PAY-04, PAY-12, API-028]', async () => {
    const placed = await placeOne(shop);
    await shop.db.write
      .updateTable('orders')
      .set({ total_price: 0 })
      .where('order_no', '=', placed.orderNo)
      .execute();
    const call = { params: { id: placed.orderNo } };
    expect((await shop.visitor().call('GET /api/v1/payments/zero/:id', call)).code).toBe(10403);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await placed.visitor.data('GET /api/v1/payments/zero/:id', call)).toEqual({
        status: 'paid',
        order_no: placed.orderNo,
      });
    }
    expect(await books(shop, placed)).toMatchObject({
      status: 1,
      payments: ['captured'],
      mails: 1,
      moves: [],
    });
  });
});
