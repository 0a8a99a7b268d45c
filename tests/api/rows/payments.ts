/**
 * Payments: API-022, 024 to 026, 028, 029, 031, 033, 035, 037 to 039, 051, 056, 058, 059, 061, 062, 064, 065, 067, 068, 102, 106.
 */
import { expect } from 'vitest';
import { filledIn, openCheckout, order, submit } from '../orders/fixture.ts';
import { cards, cardToken, decide, payByCard, startPayPal } from '../payments/pay-shop.ts';
import { wanted } from './promotions.ts';
import { type Row, type ServedShop, told } from './served-shop.ts';

async function placed(shop: ServedShop, method = 'card') {
  const visitor = shop.visitor();
  const mug = await wanted(shop, 'tidal-mug');
  return { ...mug, visitor, ...(await order(visitor, [mug], { ...filledIn, payment_method: method })) };
}
type Placed = Awaited<ReturnType<typeof placed>>;

async function statusOf({ visitor, orderNo }: Placed): Promise<number> {
  const call = { params: { id: orderNo } };
  return (await told(visitor, 'GET /api/v1/order/:id', call)).status_key;
}

/** Returns the stored support notes of one type. */
async function notes(shop: ServedShop, kind: string): Promise<string[]> {
  const rows = shop.db.read.selectFrom('payment_notes').select('message').where('kind', '=', kind);
  return (await rows.execute()).map(({ message }) => message);
}

/** Creates an express payment approved by its payer, and its bag. */
async function approvedExpress(shop: ServedShop) {
  const visitor = shop.visitor();
  const mug = await wanted(shop, 'tidal-mug');
  const item = { product_id: mug.product, variant_id: mug.variant, quantity: 1, pay_amount: mug.price };
  const call = { query: { amount: mug.price }, body: { items: [item], entrance: 2 } };
  const id = await told(visitor, 'POST /api/v1/paypal/convenient/order', call);
  await decide(shop, id, 'approve');
  return { visitor, mug, id };
}

export const paymentRows: Record<string, Row> = {
  'API-022': async (shop) => {
    const url = `${shop.services.env.SITE_URL}/cart`;
    const body = { shop_id: 1, account_id: 'paypal', url };
    const { link } = await told(shop.visitor(), 'POST /api/v1/shop/link', { body });
    expect(new URL(link).searchParams.get('origin')).toBe(shop.services.env.SITE_URL);
  },
  'API-024': async (shop) => {
    const own = await placed(shop);
    expect(await payByCard(shop, own)).toMatchObject({ code: 0, data: { status: 'paid' } });
    expect(await statusOf(own)).toBe(1);
  },
  'API-025': async (shop) => {
    const own = await placed(shop);
    const body = { order_no: own.orderNo, provider: 'simulated' } as const;
    const started = await told(own.visitor, 'POST /api/v2/payments/', { body });
    const page = new URL(started.redirect_url);
    expect((await shop.visitSandbox(page.pathname + page.search)).status).toBe(200);
    expect(started.status).toBe('pending');
  },
  'API-026': async (shop) => {
    const own = await placed(shop, 'paypal');
    const body = { order_no: own.orderNo, provider: 'paypal' } as const;
    const started = await told(own.visitor, 'POST /api/v3/payments/', { body });
    expect((await shop.visitSandbox(`/checkoutnow?token=${started.client_secret}`)).status).toBe(200);
  },
  'API-028': async (shop) => {
    const own = await placed(shop);
    await shop.db.write
      .updateTable('orders')
      .set({ total_price: 0 })
      .where('order_no', '=', own.orderNo)
      .execute();
    const call = { params: { id: own.orderNo } };
    expect(await told(own.visitor, 'GET /api/v1/payments/zero/:id', call)).toMatchObject({ status: 'paid' });
    expect(await statusOf(own)).toBe(1);
  },
  'API-029': async (shop) => {
    const own = await placed(shop);
    const call = { params: { id: own.orderNo }, query: { result: 'failure' } } as const;
    const answer = await told(own.visitor, 'GET /api/v1/payments/simulatedPay/:id', call);
    expect(answer).toEqual({ status: 'failed', order_no: own.orderNo });
    expect(await statusOf(own)).toBe(-1);
  },
  'API-031': async (shop) => {
    const own = await placed(shop);
    const ask = () => told(own.visitor, 'GET /api/v1/pay/status/:id', { params: { id: own.orderNo } });
    expect(await ask()).toMatchObject({ status_key: 0, paid_at: null });
    await payByCard(shop, own);
    expect(await ask()).toMatchObject({ status_key: 1, paid_at: shop.clock.now() });
  },
  'API-033': async (shop) => {
    const methods = await told(shop.visitor(), 'GET /pay/config');
    expect(methods.map(({ method }) => method)).toEqual(expect.arrayContaining(['card', 'paypal', 'bank']));
  },
  'API-035': async (shop) => {
    const key = 'GET /api/v1/payments/account/order/amount/limit';
    const limits = await told(shop.visitor(), key, { query: { account_type: 'paypal' } });
    expect(limits).toEqual({ min_amount: 1, max_amount: 5000 });
  },
  'API-037': async (shop) => {
    const own = await placed(shop, 'paypal');
    const paypal_order_id = await startPayPal(own);
    await decide(shop, paypal_order_id, 'approve');
    const call = { query: { paypal_order_id, order_no: own.orderNo } };
    expect(await told(own.visitor, 'GET /api/v1/payments/paypal/capture', call)).toMatchObject({
      status: 'paid',
    });
    expect(await statusOf(own)).toBe(1);
  },
  'API-038': async (shop) => {
    const { id } = await approvedExpress(shop);
    const rows = shop.db.read.selectFrom('payments').selectAll().where('provider_ref', '=', id);
    expect(await rows.execute()).toMatchObject([{ provider: 'paypal', order_no: '' }]);
  },
  'API-039': async (shop) => {
    const { visitor, id } = await approvedExpress(shop);
    const call = { query: { paypal_order_id: id } };
    const payer = await told(visitor, 'GET /api/v1/paypal/convenient/payer', call);
    expect(payer).toMatchObject({ email: 'buyer@example.com', address: { city: 'San Jose', zip: '95131' } });
  },
  'API-051': async (shop) => {
    const own = await placed(shop, 'paypal');
    const body = { order_no: own.orderNo, email: 'payer@example.com' };
    await told(own.visitor, 'POST /api/v1/paypal/email/monitor', { body });
    expect(await notes(shop, 'paypal-email')).toContain('payer@example.com');
  },
  'API-056': async (shop) => {
    const own = await placed(shop, 'paypal');
    const payment_id = await startPayPal(own);
    await decide(shop, payment_id, 'approve');
    const body = { token: own.token, payment_id };
    const answer = await told(own.visitor, 'POST /api/v1/checkout/payment/capture', { body });
    expect(answer).toMatchObject({ status: 'paid' });
    expect(await statusOf(own)).toBe(1);
  },
  'API-058': async (shop) => {
    const own = await placed(shop);
    const body = { order_no: own.orderNo, message: 'frame did not load' };
    await told(own.visitor, 'POST /payments/linwei/pushError', { body });
    expect(await notes(shop, 'linwei')).toContain('frame did not load');
  },
  'API-059': async (shop) => {
    const visitor = shop.visitor();
    const key = 'GET /api/v1/local/payment/config/:id';
    const local = (country_code: string) =>
      told(visitor, key, { params: { id: 1 }, query: { country_code } });
    expect(await local('DE')).toMatchObject([{ method: 'bank', instructions: 'Pay to DE00' }]);
    expect(await local('US')).toEqual([]);
    expect((await visitor.call(key, { params: { id: 2 } })).code).toBe(10404);
    const token = await openCheckout(visitor, [await wanted(shop, 'tidal-mug')]);
    const refused = await submit(visitor, token, { ...filledIn, payment_method: 'bank' });
    expect(refused.code).toBe(53130);
  },
  'API-061': async (shop) => {
    const body = { paypal_order_id: 'PP-WALK', step: 'cancelled', message: '' };
    await told(shop.visitor(), 'POST /api/v1/paypal/log/save', { body });
    expect(await notes(shop, 'paypal')).toContain('cancelled');
  },
  'API-062': async (shop) => {
    const { visitor, mug, id } = await approvedExpress(shop);
    const token = await openCheckout(visitor, [mug]);
    await submit(visitor, token, { ...filledIn, payment_method: 'paypal', paypalOrderId: id });
    const body = { paypal_order_id: id, checkout_token: token };
    const answer = await told(visitor, 'POST /api/v1/payments/paypal/quick/capture', { body });
    expect(answer.status).toBe('paid');
    const read = await told(visitor, 'GET /api/v1/order/:id', { params: { id: answer.order_no } });
    expect(read.status_key).toBe(1);
  },
  'API-064': async (shop) => {
    const own = await placed(shop);
    const asked = await payByCard(shop, own, cards.secondStep);
    const secret = new URL(asked.data!.redirect_url).searchParams.get('secret') ?? '';
    const back = await shop.visitSandbox('/gateway/second-step', { secret, decision: 'confirm' });
    const location = new URL(back.headers.get('location') ?? '');
    const transaction_id = location.searchParams.get('payment_intent_id') ?? '';
    const body = { order_no: own.orderNo, transaction_id };
    expect(await told(own.visitor, 'POST /api/v1/payments/continue', { body })).toMatchObject({
      status: 'paid',
    });
    expect(await statusOf(own)).toBe(1);
  },
  'API-065': async (shop) => {
    const own = await placed(shop);
    const asked = await payByCard(shop, own, cards.secondStep);
    const secret = new URL(asked.data!.redirect_url).searchParams.get('secret') ?? '';
    await shop.visitSandbox('/gateway/second-step', { secret, decision: 'confirm' });
    const call = { params: { id: own.orderNo } };
    const status = async () => (await told(own.visitor, 'GET /api/v1/pay/status/:id', call)).status_key;
    expect(await status()).toBe(0);
    await told(own.visitor, 'GET /api/v1/payments/del/pay/status/cache/:id', call);
    expect(await status()).toBe(1);
  },
  'API-067': async (shop) => {
    const sequence = await told(shop.visitor(), 'GET /pay/method/sequence');
    const methods = await told(shop.visitor(), 'GET /pay/config');
    expect(sequence.map(({ method }) => method)).toEqual(methods.map(({ method }) => method));
    expect(sequence.map(({ position }) => position)).toEqual(methods.map((_, index) => index + 1));
  },
  'API-068': async (shop) => {
    const visitor = shop.visitor();
    const ask = (account_id: string) =>
      told(visitor, 'GET /api/v1/paypal/multiple/avaliable', { query: { account_id } });
    expect([(await ask('paypal')).available, (await ask('other')).available]).toEqual([true, false]);
  },
  'API-102': async (shop) => {
    const account = await told(shop.visitor(), 'GET /api/v1/paypal/multiple');
    expect(account).toMatchObject({ id: 'paypal', test_mode: true, currency: 'USD' });
  },
  'API-106': async (shop) => {
    const own = await placed(shop);
    const card_token = await cardToken(shop, cards.declined);
    await own.visitor.call('POST /api/v1/payments/', {
      body: { order_no: own.orderNo, provider: 'simulated', card_token },
    });
    const call = { body: { order_no: own.orderNo } };
    const result = await told(own.visitor, 'POST /api/v1/payments/query/result', call);
    expect(result).toMatchObject({ status_key: -1, reason: 'The card was declined.' });
    expect(result.web_url).toBe(`/1/checkouts/${own.token}`);
  },
};
