import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyAddress } from '#lib/orders/address.ts';
import { paymentSettings } from '#server/payments/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import { addProduct, filledIn, openCheckout, submit } from '../orders/fixture.ts';
import { addPromotion } from '../promotions/fixture.ts';
import {
  books,
  createPayShop,
  decide,
  type PayShop,
  type Placed,
  placeOne,
  startPayPal,
} from './pay-shop.ts';

let shop: PayShop;

beforeAll(async () => {
  shop = await createPayShop();
});
beforeEach(() => configure({}));

const paidOnce = { status: 1, hold: '', payments: ['captured'], mails: 1, stock: 4, moves: ['capture'] };

function configure(paypal: object) {
  return shop.db.transaction((trx) =>
    writeSetting(trx, 'payments', paymentSettings, { paypal }, shop.clock.now()),
  );
}

function capture(placed: Placed, paypal_order_id: string, visitor = placed.visitor) {
  return visitor.call('GET /api/v1/payments/paypal/capture', {
    query: { paypal_order_id, order_no: placed.orderNo },
  });
}

describe('an order paid at PayPal', () => {
  it('goes to PayPal and is captured when the shopper comes back [API-025, API-037, PAY-01]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const id = await startPayPal(placed);
    const back = await decide(shop, id, 'approve');
    expect(back.headers.get('location')).toContain(`/pay/result?order_no=${placed.orderNo}&token=${id}`);
    expect(await capture(placed, id)).toMatchObject({
      code: 0,
      data: { status: 'paid', order_no: placed.orderNo },
    });
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('is told to PayPal with its exact amount as a decimal string [API-025]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const id = await startPayPal(placed);
    const row = shop.sandbox.ledger.one('SELECT body FROM paypal_orders WHERE id = ?', id);
    expect(JSON.parse(String(row?.body)).purchase_units[0].amount).toEqual({
      currency_code: 'USD',
      value: placed.total.toFixed(2),
    });
  });

  it('is not captured before the shopper agreed, nor for anybody else, nor on a prefetch [API-037, PAY-12]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const id = await startPayPal(placed);
    expect((await capture(placed, id)).data).toMatchObject({ status: 'pending' });
    await decide(shop, id, 'approve');
    expect((await capture(placed, id, shop.visitor())).code).toBe(10403);
    const path = `/api/v1/payments/paypal/capture?paypal_order_id=${id}&order_no=${placed.orderNo}`;
    await placed.visitor.send(path, { headers: { purpose: 'prefetch' } });
    expect(await books(shop, placed)).toMatchObject({ status: 0, moves: [] });
  });

  it('is captured once by ten returns at once, and again later [API-037, PAY-12]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const id = await startPayPal(placed);
    await decide(shop, id, 'approve');
    const answers = await Promise.all(Array.from({ length: 10 }, () => capture(placed, id)));
    for (const answer of answers) expect(['paid', 'pending']).toContain(answer.data?.status);
    expect((await capture(placed, id)).data?.status).toBe('paid');
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('is declined by PayPal: nothing taken, stock back, another attempt possible [PAY-06, API-037]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const id = await startPayPal(placed);
    await decide(shop, id, 'approve', 'declined');
    expect(await capture(placed, id)).toMatchObject({ code: 50001, msg: 'PayPal declined the payment.' });
    expect(await books(shop, placed)).toMatchObject({
      status: -1,
      stock: 5,
      moves: [],
      payments: ['declined'],
    });
    const second = await startPayPal(placed);
    await decide(shop, second, 'approve');
    await capture(placed, second);
    expect(await books(shop, placed)).toEqual({ ...paidOnce, payments: ['declined', 'captured'] });
  });

  it('takes the money of one of two approved attempts [PAY-13]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const ids = [await startPayPal(placed), await startPayPal(placed)];
    for (const id of ids) await decide(shop, id, 'approve');
    await Promise.all(ids.map((id) => capture(placed, id)));
    const { moves, status, mails } = await books(shop, placed);
    expect({ moves, status, mails }).toEqual({ moves: ['capture'], status: 1, mails: 1 });
  });

  for (const [what, total_price] of [
    ['dearer', 9999],
    ['cheaper', 1],
  ] as const) {
    it(`takes nothing when the order is ${what} than what was approved [API-037]`, async () => {
      const placed = await placeOne(shop, 'paypal');
      const id = await startPayPal(placed);
      await decide(shop, id, 'approve');
      const order = shop.db.write.updateTable('orders').set({ total_price });
      await order.where('order_no', '=', placed.orderNo).execute();
      const { code, msg } = await capture(placed, id);
      expect([code, msg]).toEqual([
        50001,
        'The total of the order differs from the approved amount. Nothing was charged.',
      ]);
      expect(await books(shop, placed)).toMatchObject({ status: -1, payments: ['failed'], moves: [] });
    });
  }

  it('takes nothing for another payee [API-037]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const id = await startPayPal(placed);
    await decide(shop, id, 'approve');
    shop.sandbox.ledger.run(
      `UPDATE paypal_orders SET body = replace(body, '"merchant_id":"ATOLLSANDBOX1"', '"merchant_id":"SOMEBODYELSE"') WHERE id = ?`,
      id,
    );
    expect((await capture(placed, id)).code).toBe(53130);
    expect(await books(shop, placed)).toMatchObject({ status: 0, moves: [] });
  });

  it('reserves first and takes later where the account says so [PPX-02, API-056]', async () => {
    await configure({ is_paypal_authorize: true });
    const placed = await placeOne(shop, 'paypal');
    const id = await startPayPal(placed);
    await decide(shop, id, 'approve');
    expect((await capture(placed, id)).data?.status).toBe('authorized');
    expect(await books(shop, placed)).toMatchObject({ status: 0, payments: ['authorized'], moves: [] });
    const body = { token: placed.token, payment_id: id };
    const guess = { ...body, token: 'another-token' };
    expect((await placed.visitor.call('POST /api/v1/checkout/payment/capture', { body: guess })).code).toBe(
      10404,
    );
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await placed.visitor.call('POST /api/v1/checkout/payment/capture', { body })).toMatchObject({
        code: 0,
        data: { status: 'paid' },
      });
    }
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('signs in again when PayPal no longer knows the token', async () => {
    const placed = await placeOne(shop, 'paypal');
    shop.sandbox.ledger.run('DELETE FROM tokens');
    expect(await startPayPal(placed)).toMatch(/^[0-9A-Z]{17}$/);
  });
});

describe('express payment', () => {
  async function express(amount: number, change: object = {}, visitor = shop.visitor()) {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const item = { product_id: bowl.product, variant_id: bowl.variant, quantity: 1, pay_amount: amount };
    const answer = await visitor.call('POST /api/v1/paypal/convenient/order', {
      query: { amount },
      body: { items: [item], entrance: 2, ...change },
    });
    return { answer, visitor, bowl };
  }

  it('creates PayPal’s order for the server’s own price and gives its id [PPX-19, PPX-20, API-038]', async () => {
    const { answer } = await express(20);
    expect(answer.code).toBe(0);
    const row = shop.sandbox.ledger.one('SELECT body FROM paypal_orders WHERE id = ?', String(answer.data));
    expect(JSON.parse(String(row?.body)).purchase_units[0].amount.value).toBe('20.00');
  });

  it('takes the discounted total where a product’s page showed the price before promotions', async () => {
    const half = { condition: 'quantity', mode: 'percent', tiers: [{ min: 1, value: 50 }] };
    await addPromotion(shop, 'tier', half, { ends_at: shop.clock.now() + 1 });
    for (const shown of [20, 10]) {
      const { answer } = await express(shown);
      const row = shop.sandbox.ledger.one('SELECT body FROM paypal_orders WHERE id = ?', String(answer.data));
      expect(JSON.parse(String(row?.body)).purchase_units[0].amount.value).toBe('10.00');
    }
    expect((await express(15)).answer.code).toBe(10209);
    shop.clock.advance(1);
  });

  it('takes a bag with a set, a gift and a line left out at the total the bag shows [PPX-22, API-038]', async () => {
    const visitor = shop.visitor();
    const [bowl, lid, mug] = [
      await addProduct(shop, { price: 2000, stock: 5 }),
      await addProduct(shop, { price: 1000, stock: 5 }),
      await addProduct(shop, { price: 500, stock: 5 }),
    ];
    const items = [bowl, lid].map(({ product }) => ({ product_id: product, quantity: 1 }));
    const set = { items, mode: 'fixed_price', value: 2500 };
    await addPromotion(shop, 'bundle', set, { code: 'SET', ends_at: shop.clock.now() + 1 });
    const line = ({ product, variant }: typeof bowl, more = {}) => ({
      product_id: product,
      variant_id: variant,
      quantity: 1,
      random_id: `${variant}`,
      ...more,
    });
    const checkouts = [
      { variant_items: [line(bowl), line(lid)], discount: { discount_code: 'SET' } },
      { variant_items: [line(mug, { is_selected: 0 }), line(mug, { is_gift: 1, random_id: 'gift' })] },
    ];
    const shown = await visitor.data('POST /api/v2/cart/discount', { body: { checkouts } });
    expect(shown.total_pay_amount).toBe(25);
    const bought = [bowl, lid].map((one) => ({
      product_id: one.product,
      variant_id: one.variant,
      quantity: 1,
      pay_amount: 1,
    }));
    const answer = await visitor.call('POST /api/v1/paypal/convenient/order', {
      query: { amount: 25 },
      body: { items: bought, entrance: 1, checkouts },
    });
    expect(answer.code).toBe(0);
    const row = shop.sandbox.ledger.one('SELECT body FROM paypal_orders WHERE id = ?', String(answer.data));
    expect(JSON.parse(String(row?.body)).purchase_units[0].amount.value).toBe('25.00');
    shop.clock.advance(1);
  });

  it('refuses another total with 10209, nothing selected with 10001, and creates nothing [PPX-22, API-038]', async () => {
    const before = shop.sandbox.ledger.all('SELECT id FROM paypal_orders').length;
    expect((await express(19.99)).answer.code).toBe(10209);
    expect((await express(0.01)).answer.code).toBe(10209);
    expect((await express(20, { items: [] })).answer.code).toBe(10001);
    expect(shop.sandbox.ledger.all('SELECT id FROM paypal_orders')).toHaveLength(before);
  });

  it('charges the checkout’s total for entrance 3 and the total of the items for any other [PPX-19, API-038]', async () => {
    const visitor = shop.visitor();
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const token = await openCheckout(visitor, [{ ...bowl, quantity: 2 }]);
    const body = { ...filledIn, payment_method: '' };
    await visitor.data('POST /api/update/checkout/:id', { params: { id: token }, body });
    const { total_price } = await visitor.data('POST /api/v1/pre_order', { body: { checkout_token: token } });
    expect(total_price).toBeGreaterThan(40);
    const amountAt = async (entrance: number) => {
      const { answer } = await express(20, { entrance, checkout_token: token });
      if (answer.code !== 0) return answer.code;
      const row = shop.sandbox.ledger.one('SELECT body FROM paypal_orders WHERE id = ?', String(answer.data));
      return JSON.parse(String(row?.body)).purchase_units[0].amount.value;
    };
    // The bowl in `items` costs 20.00, but the checkout's own button must use the checkout's total.
    expect(await amountAt(3)).toBe(10209);
    for (const entrance of [1, 2, 4]) expect(await amountAt(entrance)).toBe('20.00');
    const id = await visitor.data('POST /api/v1/paypal/convenient/order', {
      query: { amount: total_price },
      body: { items: [], entrance: 3, checkout_token: token },
    });
    const row = shop.sandbox.ledger.one('SELECT body FROM paypal_orders WHERE id = ?', id);
    expect(JSON.parse(String(row?.body)).purchase_units[0].amount.value).toBe(total_price.toFixed(2));
  });

  it('takes up to 1000 items and refuses more [PAY-08, API-038]', async () => {
    const bowl = await addProduct(shop, { price: 1, stock: 5000 });
    const item = { product_id: bowl.product, variant_id: bowl.variant, quantity: 1, pay_amount: 0.01 };
    const items = Array.from({ length: 1000 }, () => item);
    expect((await express(10, { items })).answer.code).toBe(0);
    expect((await express(10.01, { items: [...items, item] })).answer.code).toBe(10001);
  });

  it('creates nothing outside the account’s limits and says them; the limits themselves are inside [PPX-15, PRICE-22, API-038]', async () => {
    await configure({ min_amount: 2001 });
    expect((await express(20)).answer).toMatchObject({
      code: 10001,
      msg: 'PayPal accepts orders from 20.01 USD.',
    });
    await configure({ min_amount: 123450, max_amount: 200000 });
    expect((await express(20)).answer.msg).toBe('PayPal accepts orders from 1,234.50 USD to 2,000.00 USD.');
    await configure({ max_amount: 1999 });
    expect((await express(20)).answer.code).toBe(10001);
    await configure({ min_amount: 2000, max_amount: 2000 });
    expect((await express(20)).answer.code).toBe(0);
  });

  it('answers 53130 for an account that is off or unknown [PPX-21, API-038]', async () => {
    await configure({ enabled: false });
    expect((await express(20)).answer.code).toBe(53130);
    await configure({});
    expect((await express(20, { payment_account_id: 'other' })).answer.code).toBe(53130);
  });

  it('shows the payer to the visitor who made the order, after approval [API-039]', async () => {
    const { answer, visitor } = await express(20);
    const call = { query: { paypal_order_id: String(answer.data) } };
    expect((await visitor.call('GET /api/v1/paypal/convenient/payer', call)).code).toBe(10001);
    await decide(shop, String(answer.data), 'approve');
    expect((await shop.visitor().call('GET /api/v1/paypal/convenient/payer', call)).code).toBe(10403);
    expect(await visitor.data('GET /api/v1/paypal/convenient/payer', call)).toEqual({
      email: 'buyer@example.com',
      phone: '4155550132',
      address: {
        ...emptyAddress,
        first_name: 'Jane',
        last_name: 'Doe',
        address1: '1 Main Street',
        city: 'San Jose',
        province: 'CA',
        zip: '95131',
        country: 'United States',
        country_code: 'US',
        phone: '4155550132',
      },
    });
  });

  it('is captured for the checkout’s whole total, once, by its own visitor [API-062, PPX-24]', async () => {
    const { answer, visitor, bowl } = await express(20);
    const id = String(answer.data);
    await decide(shop, id, 'approve');
    const token = await openCheckout(visitor, [bowl]);
    const placed = await submit(visitor, token, { ...filledIn, payment_method: 'paypal', paypalOrderId: id });
    expect(placed.data).toMatchObject({ next: 'express' });
    const body = { paypal_order_id: id, checkout_token: token };
    expect((await shop.visitor().call('POST /api/v1/payments/paypal/quick/capture', { body })).code).toBe(
      10403,
    );
    for (let turn = 0; turn < 2; turn += 1) {
      const paid = await visitor.call('POST /api/v1/payments/paypal/quick/capture', { body });
      expect(paid).toMatchObject({ code: 0, data: { status: 'paid', order_no: placed.data!.order_no } });
    }
    const [move] = shop.sandbox.ledger.all('SELECT * FROM moves WHERE payment_id = ?', id);
    expect(move).toMatchObject({ kind: 'capture', amount: placed.data!.total_price.toFixed(2) });
    expect(Number(move?.amount)).toBeGreaterThan(20);
  });

  it('tells its own visitor what was agreed to, so that the checkout can say what it adds [PPX-24]', async () => {
    const { answer, visitor, bowl } = await express(20);
    const shown = async (buyer: typeof visitor) => {
      const token = await openCheckout(buyer, [bowl]);
      const changes = { ...filledIn, paypalOrderId: String(answer.data) };
      const params = { id: token };
      return buyer.data('POST /api/update/checkout/:id', { params, body: changes });
    };
    const own = await shown(visitor);
    expect(own.paypal_amount).toBe(20);
    const added = own.pay_ship_amount + own.pay_ship_insurance_amount + own.tax_amount + own.tip_amount;
    expect(own.total_price).toBeCloseTo(20 + added, 5);
    expect((await shown(shop.visitor())).paypal_amount).toBeNull();
    // The link opens the checkout in another browser, without the amount.
    const params = { id: own.token };
    const elsewhere = await shop.visitor().data('GET /api/v1/storefront/checkouts/:id', { params });
    expect([elsewhere.paypal_order_id, elsewhere.paypal_amount]).toEqual([own.paypal_order_id, null]);
  });

  it('has the notes of its window with the order it becomes, and further ones from the order’s owner only [API-061]', async () => {
    const { answer, visitor, bowl } = await express(20);
    const paypal_order_id = String(answer.data);
    const log = (by: typeof visitor, step: string) =>
      by.data('POST /api/v1/paypal/log/save', { body: { paypal_order_id, step } });
    await log(visitor, 'cancelled');
    await decide(shop, paypal_order_id, 'approve');
    const token = await openCheckout(visitor, [bowl]);
    const chosen = { ...filledIn, payment_method: 'paypal', paypalOrderId: paypal_order_id };
    const placed = await submit(visitor, token, chosen);
    await visitor.data('POST /api/v1/payments/paypal/quick/capture', {
      body: { paypal_order_id, checkout_token: token },
    });
    await log(visitor, 'failed');
    await log(shop.visitor(), 'invented');
    const notes = await shop.db.read
      .selectFrom('payment_notes')
      .select(['order_no', 'message'])
      .where('provider_ref', '=', paypal_order_id)
      .orderBy('id')
      .execute();
    const { order_no } = placed.data!;
    expect(notes).toEqual([
      { order_no, message: 'cancelled' },
      { order_no, message: 'failed' },
      { order_no: '', message: 'invented' },
    ]);
  });

  it('cannot be used by another visitor or for a second order [API-062]', async () => {
    const { answer, visitor, bowl } = await express(20);
    const id = String(answer.data);
    await decide(shop, id, 'approve');
    const orderOf = async (buyer: typeof visitor) => {
      const token = await openCheckout(buyer, [bowl]);
      await submit(buyer, token, { ...filledIn, payment_method: 'paypal', paypalOrderId: id });
      const body = { paypal_order_id: id, checkout_token: token };
      return buyer.call('POST /api/v1/payments/paypal/quick/capture', { body });
    };
    expect((await orderOf(shop.visitor())).code).toBe(10403);
    expect((await orderOf(visitor)).code).toBe(0);
    expect((await orderOf(visitor)).code).toBe(10403);
    expect(shop.sandbox.ledger.all('SELECT id FROM moves WHERE payment_id = ?', id)).toHaveLength(1);
  });

  it('keeps notes of the flow and a payer’s other e-mail for support [API-051, API-061]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const email = { order_no: placed.orderNo, email: 'other@example.com' };
    await placed.visitor.data('POST /api/v1/paypal/email/monitor', { body: email });
    await placed.visitor.data('POST /api/v1/paypal/log/save', {
      body: { paypal_order_id: 'PP1', step: 'onError', message: 'closed' },
    });
    expect((await shop.visitor().call('POST /api/v1/paypal/email/monitor', { body: email })).code).toBe(
      10403,
    );
    const notes = await shop.db.read
      .selectFrom('payment_notes')
      .select(['kind', 'order_no', 'provider_ref', 'message'])
      .where('provider_ref', 'in', ['', 'PP1'])
      .orderBy('id')
      .execute();
    expect(notes).toEqual([
      { kind: 'paypal-email', order_no: placed.orderNo, provider_ref: '', message: 'other@example.com' },
      { kind: 'paypal', order_no: '', provider_ref: 'PP1', message: 'onError: closed' },
    ]);
  });
});
