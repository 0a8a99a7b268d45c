import { beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '#server/db/token-hash.ts';
import { releaseExpiredHolds } from '#server/orders/expiry.ts';
import { renewHold } from '#server/orders/hold.ts';
import { placeOrder } from '#server/orders/place-order.ts';
import { settleCapturedPayment, settleFailedPayment } from '#server/payments/attempts/settle.ts';
import type { TestShop } from '../harness.ts';
import {
  addCoupon,
  addProduct,
  captureOf,
  createOrderShop,
  deleteVariant,
  filledIn,
  listIn,
  openCheckout,
  order,
  stockOf,
  submit,
  takePurges,
} from './fixture.ts';

const minute = 60_000;
let shop: TestShop;

beforeAll(async () => {
  shop = await createOrderShop();
});

async function row(orderNo: string) {
  return shop.db.read
    .selectFrom('orders')
    .selectAll()
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
}

async function reservationStates(orderNo: string) {
  const rows = await shop.db.read
    .selectFrom('reservations')
    .select(['quantity', 'state'])
    .where('order_no', '=', orderNo)
    .execute();
  return rows.map(({ quantity, state }) => `${quantity} ${state}`);
}

async function liveOrders(token: string): Promise<number> {
  const rows = await shop.db.read
    .selectFrom('orders')
    .select('order_no')
    .where('token_hash', '=', hashToken(token))
    .where('status_key', '!=', 5)
    .execute();
  return rows.length;
}

describe('placing an order', () => {
  it('takes stock for 15 minutes and makes an unpaid order of the whole checkout [PAY-13, CHK-22, API-027]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const placed = await order(shop.visitor(), [{ ...bowl, quantity: 2 }]);
    expect(await stockOf(shop, bowl.variant)).toBe(3);
    expect(await reservationStates(placed.orderNo)).toEqual(['2 held']);
    expect(await row(placed.orderNo)).toMatchObject({
      status_key: 0,
      held_until: shop.clock.now() + 15 * minute,
      subtotal_price: 4000,
      pay_ship_amount: 1495,
      total_price: 5495,
      email: 'ada@example.com',
    });
    expect(placed.total).toBe(54.95);
  });

  it('answers the same order to ten completions at once and to a later one [API-027, API-030]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 20 });
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(visitor, token)));
    const numbers = answers.map((answer) => answer.data?.order_no ?? answer.msg);
    expect(new Set(numbers).size).toBe(1);
    const again = await visitor.data('POST /api/v2/order', { body: { checkout_token: token } });
    expect(again.order_no).toBe(numbers[0]);
    expect(await stockOf(shop, bowl.variant)).toBe(19);
    const count = await shop.db.read
      .selectFrom('orders')
      .select('order_no')
      .where('token_hash', '=', hashToken(token))
      .execute();
    expect(count).toHaveLength(1);
  });

  it('sells the last piece to one of twenty buyers and tells the others its name [PAY-13]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1, title: 'Last bowl' });
    const buyers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const visitor = shop.visitor();
        return { visitor, token: await openCheckout(visitor, [bowl]) };
      }),
    );
    const answers = await Promise.all(buyers.map(({ visitor, token }) => submit(visitor, token)));
    const sold = answers.filter((answer) => answer.code === 0);
    const refused = answers.filter((answer) => answer.code === 40001 || answer.code === 10209);
    expect([sold.length, refused.length]).toEqual([1, 19]);
    for (const answer of refused) expect(answer.msg).toContain('Last bowl');
    expect(await stockOf(shop, bowl.variant)).toBe(0);
  });

  it('takes all or nothing: when one line is short the others stay in the shop [PAY-13]', async () => {
    const plenty = await addProduct(shop, { price: 2000, stock: 5 });
    const scarce = await addProduct(shop, { price: 2000, stock: 1 });
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [plenty, scarce]);
    await order(shop.visitor(), [scarce]);
    const answer = await submit(visitor, token);
    expect([40001, 10209]).toContain(answer.code);
    expect(await stockOf(shop, plenty.variant)).toBe(5);
  });

  it.each([
    ['pieces it would hold', 1],
    ['more than it may hold', 4],
  ])('refuses %s of a variant that is deleted at that moment [PAY-13]', async (_name, quantity) => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5, title: 'Fleeting bowl' });
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [{ ...bowl, quantity }]);
    const placed = placeOrder(shop.services, {
      ...{ token, requestFields: filledIn, visitorHash: 'a visitor', clientHash: 'an address', lang: '' },
      // placeOrder calls this after it priced the checkout and before it reserves anything.
      checkMethod: () => deleteVariant(shop, bowl.variant),
    });
    await expect(placed).rejects.toMatchObject({
      code: 40001,
      message: expect.stringContaining('Fleeting bowl'),
    });
    expect(await stockOf(shop, bowl.variant)).toBe(5);
  });

  it('sells on below zero where the policy says so and leaves uncounted stock alone [PAY-13]', async () => {
    const more = await addProduct(shop, { price: 2000, stock: 0, policy: 'continue' });
    const uncounted = await addProduct(shop, { price: 2000, stock: 0, isTracked: false });
    const { orderNo } = await order(shop.visitor(), [{ ...more, quantity: 2 }, uncounted]);
    expect([await stockOf(shop, more.variant), await stockOf(shop, uncounted.variant)]).toEqual([-2, 0]);
    await settleFailedPayment(shop.services, { orderNo, reason: 'declined' });
    expect([await stockOf(shop, more.variant), await stockOf(shop, uncounted.variant)]).toEqual([0, 0]);
  });

  it('replaces the unpaid order when the shopper goes back and changes something [PAY-13, CHK-23]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1 });
    const visitor = shop.visitor();
    const first = await order(visitor, [bowl]);
    const changed = { ...filledIn, shipping_id: 'us-standard' };
    const second = await submit(visitor, first.token, changed);
    expect(second.code).toBe(0);
    expect(second.data?.order_no).not.toBe(first.orderNo);
    expect(second.data?.total_price).toBe(25.95);
    expect(await row(first.orderNo)).toMatchObject({ status_key: 5, held_until: null });
    expect(await reservationStates(first.orderNo)).toEqual(['1 released']);
    expect(await stockOf(shop, bowl.variant)).toBe(0);
    expect(await liveOrders(first.token)).toBe(1);
  });

  it('keeps an order whose payment is under way from being changed, and a paid one for good', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 9 });
    const visitor = shop.visitor();
    const { token, orderNo } = await order(visitor, [bowl]);
    await shop.db.write
      .insertInto('payments')
      .values({
        order_no: orderNo,
        attempt: 1,
        provider: 'simulated',
        method: 'charge',
        account_id: 'card',
        provider_ref: `pay-${orderNo}`,
        capture_ref: '',
        refund_ref: '',
        state: 'capturing',
        amount: 3495,
        currency: 'USD',
        request_id: `${orderNo}-1`,
        visitor_hash: '',
        details: '{}',
        reason: '',
        created_at: shop.clock.now(),
        updated_at: shop.clock.now(),
      })
      .execute();
    const changed = { ...filledIn, email: 'grace@example.com' };
    expect(await submit(visitor, token, changed)).toMatchObject({ code: 10209 });
    const saved = await visitor.call('POST /api/update/checkout/:id', {
      params: { id: token },
      body: { email: 'grace@example.com' },
    });
    expect(saved.code).toBe(10209);
    expect(await settleCapturedPayment(shop.services, captureOf(orderNo, 3495))).toBe('paid');
    expect(await submit(visitor, token, changed)).toMatchObject({ code: 50002 });
    expect(await submit(visitor, token)).toMatchObject({
      code: 0,
      data: { order_no: orderNo, next: 'done' },
    });
  });

  it('fixes amounts and stock without a payment method, and places nothing else for one [API-044]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    await visitor.data('POST /api/update/checkout/:id', {
      params: { id: token },
      body: { ...filledIn, payment_method: '' },
    });
    const pre = await visitor.data('POST /api/v1/pre_order', { body: { checkout_token: token } });
    expect(pre.total_price).toBe(34.95);
    expect(await stockOf(shop, bowl.variant)).toBe(4);
    const full = await submit(visitor, token);
    expect(full.data?.order_no).toBe(pre.pre_order_no);
    expect(await row(pre.pre_order_no)).toMatchObject({ payment_method: 'card' });
  });

  it('stores note, attribution and payment method with the owner’s order only [API-045, API-049]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const owner = shop.visitor();
    const { orderNo } = await order(owner, [bowl]);
    const extend = {
      params: { id: orderNo },
      body: { note: 'Ring twice', extra_params: { utm_source: 'x' } },
    };
    expect((await shop.visitor().call('POST /api/v1/order/extend/:id', extend)).code).toBe(10403);
    await owner.data('POST /api/v1/order/extend/:id', extend);
    const method = { body: { order_no: orderNo, payment_method: 'card' } };
    expect((await shop.visitor().call('POST /api/v1/order/payment', method)).code).toBe(10403);
    const kept = await owner.data('POST /api/v1/order/payment', method);
    expect(kept).toEqual({ order_no: orderNo, payment_id: 0 });
    const stored = await row(orderNo);
    expect(stored).toMatchObject({ note: 'Ring twice', payment_method: 'card', account_id: 'card' });
    expect(JSON.parse(stored.extra_params)).toMatchObject({ utm_source: 'x' });
  });

  it('keeps what was stored with an order when more is [API-045]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const owner = shop.visitor();
    const { orderNo } = await order(owner, [bowl]);
    const extend = (body: { note?: string; extra_params?: Record<string, string> }) =>
      owner.data('POST /api/v1/order/extend/:id', { params: { id: orderNo }, body });
    await extend({ note: 'Ring twice', extra_params: { utm_source: 'x' } });
    await extend({ extra_params: { utm_medium: 'y' } });
    const afterTwo = await row(orderNo);
    await extend({ note: 'Do not ring' });
    const afterThree = await row(orderNo);
    expect([afterTwo.note, afterThree.note]).toEqual(['Ring twice', 'Do not ring']);
    for (const { extra_params } of [afterTwo, afterThree]) {
      expect(JSON.parse(extra_params)).toMatchObject({ utm_source: 'x', utm_medium: 'y' });
    }
  });

  it('takes no more beside an order than can be read with it each time', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const owner = shop.visitor();
    const { orderNo } = await order(owner, [bowl]);
    const answers: number[] = [];
    for (let call = 0; call < 3; call += 1) {
      const entries = Array.from({ length: 40 }, (_, n) => [`k${call}-${n}`, 'x'.repeat(900)]);
      const body = { extra_params: Object.fromEntries(entries) };
      answers.push(
        (await owner.call('POST /api/v1/order/extend/:id', { params: { id: orderNo }, body })).code,
      );
    }
    expect(answers).toEqual([0, 10001, 10001]);
    expect((await row(orderNo)).extra_params.length).toBeLessThan(64 * 1024);
  });
});

describe('what is held', () => {
  it('goes back after 15 minutes, once, and brings a sold-out page back [PAY-13]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1 });
    shop.clock.advance(60 * minute);
    await releaseExpiredHolds(shop.services);
    const collection = await listIn(shop, 'sold-out-and-back', bowl.product);
    // The product's pages and the lists that show how many of their products are for sale.
    const forgotten = [`product:${bowl.product}`, `collection:${collection}`];
    await takePurges(shop);
    const { orderNo } = await order(shop.visitor(), [bowl]);
    expect(await takePurges(shop)).toEqual(forgotten);
    shop.clock.advance(15 * minute - 1);
    await releaseExpiredHolds(shop.services);
    expect(await stockOf(shop, bowl.variant)).toBe(0);
    shop.clock.advance(1);
    await Promise.all([releaseExpiredHolds(shop.services), releaseExpiredHolds(shop.services)]);
    await releaseExpiredHolds(shop.services);
    expect(await stockOf(shop, bowl.variant)).toBe(1);
    expect(await takePurges(shop)).toEqual(forgotten);
    expect(await reservationStates(orderNo)).toEqual(['1 released']);
    expect(await row(orderNo)).toMatchObject({ status_key: 0, held_until: null });
  });

  it('stays when it is renewed between being found to be over and being given back [PAY-13]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1 });
    const { orderNo } = await order(shop.visitor(), [bowl]);
    shop.clock.advance(15 * minute);
    const { services } = shop;
    let renewed = 0;
    const db = {
      ...services.db,
      transaction: async (work) => {
        renewed += 1;
        await renewHold(services, orderNo);
        return services.db.transaction(work);
      },
    } as typeof services.db;
    expect(await releaseExpiredHolds({ ...services, db })).toBe(0);
    expect(renewed).toBe(1);
    expect(await stockOf(shop, bowl.variant)).toBe(0);
    expect(await reservationStates(orderNo)).toEqual(['1 held']);
  });

  it('stays while a provider is taking the money, for ten minutes at most [PAY-13]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1 });
    const { orderNo } = await order(shop.visitor(), [bowl]);
    shop.clock.advance(14 * minute);
    await shop.db.write
      .insertInto('payments')
      .values({
        order_no: orderNo,
        attempt: 1,
        provider: 'simulated',
        method: 'charge',
        account_id: '',
        provider_ref: `x-${orderNo}`,
        capture_ref: '',
        refund_ref: '',
        state: 'capturing',
        amount: 3495,
        currency: 'USD',
        request_id: `x-${orderNo}`,
        visitor_hash: '',
        details: '{}',
        reason: '',
        created_at: shop.clock.now(),
        updated_at: shop.clock.now(),
      })
      .execute();
    shop.clock.advance(2 * minute);
    await releaseExpiredHolds(shop.services);
    expect(await stockOf(shop, bowl.variant)).toBe(0);
    shop.clock.advance(9 * minute);
    await releaseExpiredHolds(shop.services);
    expect(await stockOf(shop, bowl.variant)).toBe(1);
  });

  it('leaves pages alone while a product stays in stock', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 3 });
    await takePurges(shop);
    const { orderNo } = await order(shop.visitor(), [bowl]);
    await settleFailedPayment(shop.services, { orderNo, reason: 'declined' });
    expect(await takePurges(shop)).toEqual([]);
  });

  it('is renewed by each attempt to pay, or taken anew, or refused by name [PAY-13]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1, title: 'Scarce bowl' });
    const { orderNo } = await order(shop.visitor(), [bowl]);
    shop.clock.advance(14 * minute);
    await renewHold(shop.services, orderNo);
    shop.clock.advance(14 * minute);
    await releaseExpiredHolds(shop.services);
    expect(await stockOf(shop, bowl.variant)).toBe(0);
    shop.clock.advance(2 * minute);
    await releaseExpiredHolds(shop.services);
    expect(await stockOf(shop, bowl.variant)).toBe(1);
    await renewHold(shop.services, orderNo);
    expect(await stockOf(shop, bowl.variant)).toBe(0);
    expect(await reservationStates(orderNo)).toEqual(['1 held']);
    await settleFailedPayment(shop.services, { orderNo, reason: 'declined' });
    const other = await order(shop.visitor(), [bowl]);
    await expect(renewHold(shop.services, orderNo)).rejects.toMatchObject({
      code: 40001,
      message: expect.stringContaining('Scarce bowl'),
    });
    await settleCapturedPayment(shop.services, captureOf(other.orderNo, 3495));
    await expect(renewHold(shop.services, other.orderNo)).rejects.toMatchObject({ code: 50002 });
  });

  it('holds a coupon’s use with the stock and gives it back with it [PAY-13]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 9 });
    const id = await addCoupon(shop, { code: 'ONCE', amountOff: 500, usageLimit: 1 });
    const used = async () => {
      const found = await shop.db.read
        .selectFrom('promotions')
        .select('used_count')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return found.used_count;
    };
    const [one, two] = [shop.visitor(), shop.visitor()];
    const [tokenOne, tokenTwo] = [
      await openCheckout(one, [bowl], 'ONCE'),
      await openCheckout(two, [bowl], 'ONCE'),
    ];
    const answers = await Promise.all([submit(one, tokenOne), submit(two, tokenTwo)]);
    expect(answers.map((answer) => answer.code).sort()).toEqual(
      expect.arrayContaining([0, expect.any(Number)]),
    );
    const winner = answers.find((answer) => answer.code === 0)!;
    const loser = answers.find((answer) => answer.code !== 0)!;
    expect([30003, 10209]).toContain(loser.code);
    expect(winner.data?.total_price).toBe(29.95);
    expect(await used()).toBe(1);
    const orderNo = winner.data!.order_no;
    await settleFailedPayment(shop.services, { orderNo, reason: 'declined' });
    expect(await used()).toBe(0);
    await renewHold(shop.services, orderNo);
    expect(await used()).toBe(1);
    await settleFailedPayment(shop.services, { orderNo, reason: 'declined' });
    const [again, token] = answers[0] === winner ? [two, tokenTwo] : [one, tokenOne];
    expect((await submit(again, token)).code).toBe(0);
    await expect(renewHold(shop.services, orderNo)).rejects.toMatchObject({ code: 30003 });
    expect(await stockOf(shop, bowl.variant)).toBe(8);
  });

  it('counts a customer’s uses of a coupon by e-mail', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 9 });
    await addCoupon(shop, { code: 'MINE', amountOff: 500, perCustomer: 1 });
    const first = await openCheckout(shop.visitor(), [bowl], 'MINE');
    expect((await submit(shop.visitor(), first)).code).toBe(0);
    const second = await openCheckout(shop.visitor(), [bowl], 'MINE');
    expect((await submit(shop.visitor(), second, { ...filledIn, email: 'ADA@example.com' })).code).toBe(
      30003,
    );
    const third = await openCheckout(shop.visitor(), [bowl], 'MINE');
    expect((await submit(shop.visitor(), third, { ...filledIn, email: 'bob@example.com' })).code).toBe(0);
  });
});
