/** A shopper's own unpaid order never blocks that shopper, and the shop never sells more than its stock. */
import type { CompiledQuery, KyselyPlugin } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Transaction } from '#server/db/database.ts';
import { releaseExpiredHolds } from '#server/orders/expiry.ts';
import { placeOrder } from '#server/orders/place-order.ts';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import { ada, createAccountShop, register } from '../customers/fixture.ts';
import type { Visitor } from '../harness/visitor.ts';
import {
  addCoupon,
  addProduct,
  bagOf,
  captureOf,
  filledIn,
  openCheckout,
  order,
  stockOf,
  submit,
  type Wanted,
} from '../orders/fixture.ts';
import {
  books,
  cards,
  createPayShop,
  decide,
  type PayShop,
  type Placed,
  payByCard,
  startPayPal,
} from './pay-shop.ts';

let shop: PayShop;

beforeAll(async () => {
  shop = await createPayShop();
});
beforeEach(() => shop.sandbox.scenarios.clear());

async function heldUntil(orderNo: string): Promise<number | null> {
  const row = await shop.db.read
    .selectFrom('orders')
    .select('held_until')
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
  return row.held_until;
}

async function visitorOf(orderNo: string): Promise<string> {
  const row = await shop.db.read
    .selectFrom('orders')
    .select('visitor_hash')
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
  return row.visitor_hash;
}

/** Returns `transaction`, adding each order number and variant id that it updates to `locks`, once. */
function recordLocks(locks: (string | number)[]): Database['transaction'] {
  const record = ({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>) => {
    const key = /^update "(?:orders|variants)" .*?where "(?:order_no|id)" = /.exec(sql)?.[0];
    // The parameters before the key belong to SET. A query that is being prepared has no values yet.
    const locked = key && parameters[key.match(/\?|\$\d/g)?.length ?? 0];
    if (typeof locked !== 'string' && typeof locked !== 'number') return;
    if (!locks.includes(locked)) locks.push(locked);
  };
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      record(shop.db.read.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  // Plugins do not see a prepared query when it is executed.
  const recorded = (trx: Transaction) =>
    new Proxy(trx.withPlugin(recorder), {
      get(target, name) {
        if (name === 'executeQuery')
          return (query: CompiledQuery) => {
            record(query);
            return target.executeQuery(query);
          };
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return (work) => shop.db.transaction((trx) => work(recorded(trx)));
}

/** Returns the availability of one variant on product page, bag stock and bag line. */
async function shownTo(visitor: Visitor, { product, variant }: Wanted, quantity = 1) {
  const [page, stock, bag, detail, whole] = await Promise.all([
    visitor.data('GET /api/v1/products/:id/variant/inventory', { params: { id: product } }),
    visitor.data('POST /api/v1/cart/variant/inventory', {
      body: [{ product_id: product, variant_id: variant, tailor_req_list: [] }],
    }),
    visitor.data('POST /api/v2/cart/discount', {
      body: { checkouts: bagOf([{ product, variant, quantity }]).checkouts },
    }),
    visitor.data('GET /api/v1/cart/product/:id', { params: { id: product } }),
    visitor.data('GET /api/v1/storefront/product', { query: { id: product } }),
  ]);
  expect(whole.in_stock).toBe(page[0]!.sale_status === 1);
  return [
    page[0]!.sale_inventory_quantity,
    stock[0]!.sale_inventory_quantity,
    detail.variants[0]!.availableStockQuantity,
    bag.checkout_items[0]!.variant_items[0]!.problem,
  ];
}

/** Creates an unpaid order of the last unit. */
async function lastUnit(method = 'card') {
  const bowl = await addProduct(shop, { price: 2000, stock: 1, title: 'Last bowl' });
  const visitor = shop.visitor();
  const placed = await order(visitor, [bowl], { ...filledIn, payment_method: method });
  shop.clock.advance(1000);
  return { ...bowl, bowl, visitor, placed, old: { visitor, ...bowl, ...placed } };
}

describe('the shopper’s own unpaid order', () => {
  it('leaves product page and bag as they were for its shopper, and sold out for everybody else [BR-24]', async () => {
    const { bowl, visitor, placed } = await lastUnit('paypal');
    await startPayPal({ visitor, ...bowl, ...placed });
    expect(await shownTo(visitor, bowl)).toEqual([1, 1, 1, '']);
    expect(await shownTo(shop.visitor(), bowl)).toEqual([0, 0, 0, 'sold_out']);
    await expect(openCheckout(shop.visitor(), [bowl])).rejects.toThrow('10209');
  });

  it.each([
    ['PayPal’s page', 'paypal', (old: Placed) => startPayPal(old)],
    ['the bank’s second step', 'card', (old: Placed) => payByCard(shop, old, cards.secondStep)],
    ['a declined card', 'card', (old: Placed) => payByCard(shop, old, cards.declined)],
    [
      'a form in the page',
      'card',
      ({ visitor, orderNo }: Placed) => {
        const body = { order_no: orderNo, provider: 'simulated' as const };
        return visitor.data('POST /api/v3/payments/', { body });
      },
    ],
  ])('can be bought again after the shopper left %s [BR-24]', async (_name, method, leave) => {
    const { bowl, visitor, old } = await lastUnit(method);
    await leave(old);
    expect(await shownTo(visitor, bowl)).toEqual([1, 1, 1, '']);
    const next = await order(visitor, [bowl]);
    expect((await payByCard(shop, { ...old, ...next })).data?.status).toBe('paid');
    expect(await books(shop, { ...old, ...next })).toMatchObject({ status: 1, stock: 0 });
  });

  it('is in stock on the wishlist of its shopper [BR-24]', async () => {
    const { product, variant, visitor } = await lastUnit();
    const body = { items: [{ product_id: product, variant_id: variant }] };
    const own = await visitor.data('POST /api/v1/storefront/wishlist/cards', { body });
    const other = await shop.visitor().data('POST /api/v1/storefront/wishlist/cards', { body });
    expect([own.list[0]?.sale_status, other.list[0]?.sale_status]).toEqual([1, 0]);
  });

  it('counts only as many units as it holds [BR-24]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const visitor = shop.visitor();
    await order(visitor, [{ ...bowl, quantity: 2 }]);
    expect(await shownTo(visitor, bowl, 5)).toEqual([5, 5, 5, '']);
    expect(await shownTo(visitor, bowl, 6)).toEqual([5, 5, 5, 'not_enough']);
    expect(await shownTo(shop.visitor(), bowl, 4)).toEqual([3, 3, 3, 'not_enough']);
  });

  it('makes room for a new one, which takes the hold over, and is paid once [BR-24]', async () => {
    const { bowl, variant, visitor, old } = await lastUnit();
    const next = await order(visitor, [bowl]);
    expect([await heldUntil(old.orderNo), await stockOf(shop, variant)]).toEqual([null, 0]);
    expect(await heldUntil(next.orderNo)).not.toBeNull();
    await expect(openCheckout(shop.visitor(), [bowl])).rejects.toThrow('10209');
    expect((await payByCard(shop, { ...old, ...next })).data?.status).toBe('paid');
    expect((await payByCard(shop, old)).code).toBe(40001);
    expect(await books(shop, old)).toMatchObject({ stock: 0, moves: [] });
  });

  it('is paid after all when the shopper goes back to it [BR-24]', async () => {
    const { bowl, visitor, old } = await lastUnit();
    const next = await order(visitor, [bowl]);
    expect((await payByCard(shop, old)).data?.status).toBe('paid');
    expect(await heldUntil(next.orderNo)).toBeNull();
    expect((await payByCard(shop, { ...old, ...next })).code).toBe(40001);
    expect(await books(shop, old)).toMatchObject({ status: 1, stock: 0, moves: ['capture'] });
  });

  it('and the new one, paid in two tabs at once, sell the last unit once [BR-24]', async () => {
    const { bowl, variant, visitor, old } = await lastUnit();
    const next = await order(visitor, [bowl]);
    const paid = await Promise.all([payByCard(shop, old), payByCard(shop, { ...old, ...next })]);
    expect(paid.map(({ code }) => code).sort()).toEqual([0, 40001]);
    expect(await stockOf(shop, variant)).toBe(0);
  });

  it('placed in many tabs at once holds the last unit once, and strangers get none [BR-24]', async () => {
    const { bowl, variant, visitor } = await lastUnit();
    const tokens = await Promise.all(Array.from({ length: 5 }, () => openCheckout(visitor, [bowl])));
    const answers = await Promise.all(tokens.map((token) => submit(visitor, token)));
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    const held = await Promise.all(answers.map(({ data }) => heldUntil(data!.order_no)));
    expect(held.filter((until) => until !== null)).toHaveLength(1);
    expect(await stockOf(shop, variant)).toBe(0);
    await expect(openCheckout(shop.visitor(), [bowl])).rejects.toThrow('10209');
  });

  it('makes room for a checkout of its browser, though another opens the link [BR-24]', async () => {
    const { bowl, variant, visitor, old } = await lastUnit();
    const token = await openCheckout(visitor, [bowl]);
    const laptop = shop.visitor();
    expect((await submit(laptop, token)).code).toBe(0);
    expect([await heldUntil(old.orderNo), await stockOf(shop, variant)]).toEqual([null, 0]);
  });

  it('makes no room for a checkout of another browser, whose link its shopper opens [BR-24]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1 });
    const token = await openCheckout(shop.visitor(), [bowl]);
    const visitor = shop.visitor();
    const old = await order(visitor, [bowl]);
    expect((await submit(visitor, token)).code).toBe(10209);
    expect(await heldUntil(old.orderNo)).not.toBeNull();
  });

  it('is locked before any stock, and all stock by its id, when another is replaced [BR-24]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1 });
    const cup = await addProduct(shop, { price: 2000, stock: 2 });
    const visitor = shop.visitor();
    const other = await order(visitor, [bowl, cup]);
    const { token, orderNo } = await order(visitor, [cup]);
    const locks: (string | number)[] = [];
    const changed = { ...filledIn, shipping_id: 'us-standard' };
    await placeOrder(
      { ...shop.services, db: { ...shop.db, transaction: recordLocks(locks) } },
      {
        ...{ token, requestFields: changed, visitorHash: await visitorOf(orderNo), lang: '' },
        ...{ clientHash: 'an address', checkMethod: () => {} },
      },
    );
    expect(locks).toEqual([orderNo, other.orderNo, bowl.variant, cup.variant]);
  });

  it('keeps its hold when a new one needs nothing of it [BR-24]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 9 });
    const visitor = shop.visitor();
    const first = await order(visitor, [bowl]);
    await order(visitor, [bowl]);
    expect(await heldUntil(first.orderNo)).not.toBeNull();
    expect(await stockOf(shop, bowl.variant)).toBe(7);
  });

  it('keeps its hold when even that would not be enough [BR-24]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 3 });
    const visitor = shop.visitor();
    const first = await order(visitor, [bowl]);
    const token = await openCheckout(visitor, [{ ...bowl, quantity: 3 }]);
    await order(shop.visitor(), [bowl]);
    expect((await submit(visitor, token)).code).toBe(10209);
    expect(await heldUntil(first.orderNo)).not.toBeNull();
  });

  it('can be bought again by PayPal express [BR-24]', async () => {
    const { bowl, visitor } = await lastUnit();
    const item = { product_id: bowl.product, variant_id: bowl.variant, quantity: 1, pay_amount: 20 };
    const express = { query: { amount: 20 }, body: { entrance: 2 as const, items: [item] } };
    const paypal_order_id = await visitor.data('POST /api/v1/paypal/convenient/order', express);
    await decide(shop, paypal_order_id, 'approve');
    const { token } = await order(visitor, [bowl], { ...filledIn, payment_method: 'paypal' });
    const body = { paypal_order_id, checkout_token: token };
    expect((await visitor.data('POST /api/v1/payments/paypal/quick/capture', { body })).status).toBe('paid');
    const refused = await shop.visitor().call('POST /api/v1/paypal/convenient/order', express);
    expect(refused.code).toBe(10209);
  });

  it('is found again as the newest checkout until it is paid [BR-24]', async () => {
    const { visitor, old } = await lastUnit();
    const newest = () => visitor.data('GET /api/v1/storefront/checkouts');
    expect(await newest()).toMatchObject({ token: old.token });
    await payByCard(shop, old);
    expect(await newest()).toBeNull();
  });

  it('beyond the caps, the new one is placed without a hold and takes the units when it is paid [BR-24]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 4 });
    const visitor = shop.visitor();
    const first = await order(visitor, [{ ...bowl, quantity: 2 }]);
    const all = await order(visitor, [{ ...bowl, quantity: 4 }]);
    expect([await heldUntil(first.orderNo), await heldUntil(all.orderNo)]).toEqual([
      expect.any(Number),
      null,
    ]);
    expect((await payByCard(shop, { visitor, ...bowl, ...all })).data?.status).toBe('paid');
    expect([await heldUntil(first.orderNo), await stockOf(shop, bowl.variant)]).toEqual([null, 0]);
  });
});

describe('the unpaid order of a customer', () => {
  it('is their own on every device that is logged in, and nobody’s in a browser that has logged out [BR-24]', async () => {
    const accounts = await createAccountShop();
    const bowl = await addProduct(accounts, { price: 2000, stock: 1 });
    const phone = await register(accounts, ada);
    const laptop = accounts.visitor();
    await order(phone, [bowl]);
    expect(await shownTo(laptop, bowl)).toEqual([0, 0, 0, 'sold_out']);
    await laptop.data('POST /api/v1/customer/login', { body: ada });
    expect(await shownTo(laptop, bowl)).toEqual([1, 1, 1, '']);
    await order(laptop, [bowl]);
    expect(await stockOf(accounts, bowl.variant)).toBe(0);
    await laptop.data('POST /api/v1/customer/logout', { body: {} });
    expect(await shownTo(laptop, bowl)).toEqual([0, 0, 0, 'sold_out']);
    expect(await shownTo(phone, bowl)).toEqual([1, 1, 1, '']);
  });
});

describe('the offer to continue paying', () => {
  it('stays after a logout for an order without a login, and ends for an order of the login [BR-24, REMIND-05]', async () => {
    const accounts = await createAccountShop();
    const bowl = await addProduct(accounts, { price: 2000, stock: 9 });
    const visitor = await register(accounts, ada);
    const offered = async ({ orderNo }: { orderNo: string }) =>
      (await visitor.data('GET /api/v1/order/lookup', { query: { order_no: orderNo } })) !== null;
    const ofLogin = await order(visitor, [bowl]);
    expect(await offered(ofLogin)).toBe(true);
    await visitor.data('POST /api/v1/customer/logout', { body: {} });
    const ofGuest = await order(visitor, [bowl]);
    expect([await offered(ofLogin), await offered(ofGuest)]).toEqual([false, true]);
    await visitor.data('POST /api/v1/customer/login', { body: ada });
    await visitor.data('POST /api/v1/customer/logout', { body: {} });
    expect([await offered(ofLogin), await offered(ofGuest)]).toEqual([false, true]);
  });
});

describe('a coupon that the shopper’s own unpaid order holds', () => {
  it.each([
    ['once', { usageLimit: 1 }],
    ['once a customer', { perCustomer: 1 }],
  ])('%s is theirs to use, in bag, checkout and order [BR-24]', async (name, limit) => {
    const bowl = await addProduct(shop, { price: 2000, stock: 9 });
    const code = name.toUpperCase().replaceAll(' ', '');
    const id = await addCoupon(shop, { code, amountOff: 500, ...limit });
    const visitor = shop.visitor();
    const first = (await submit(visitor, await openCheckout(visitor, [bowl], code))).data!;
    const body = bagOf([bowl], code);
    expect((await visitor.data('POST /api/v2/cart/discount', { body })).coupon).toBe(code);
    expect(await visitor.data('GET /api/v1/promotion/code/check', { query: { code } })).not.toBeNull();
    const token = await openCheckout(visitor, [bowl], code);
    const second = await submit(visitor, token);
    expect(second).toMatchObject({ code: 0, data: { total_price: 29.95 } });
    expect([await heldUntil(first.order_no), await stockOf(shop, bowl.variant)]).toEqual([null, 8]);
    const { used_count } = await shop.db.read
      .selectFrom('promotions')
      .select('used_count')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(used_count).toBe(1);
    const settled = await settleCapturedPayment(shop.services, captureOf(second.data!.order_no, 2995));
    expect(settled).toBe('paid');
    expect(
      (await submit(visitor, await openCheckout(visitor, [bowl]), { ...filledIn, coupon: code })).code,
    ).not.toBe(0);
  });

  it('is used up for everybody else [BR-24]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 9 });
    await addCoupon(shop, { code: 'ONLYONE', amountOff: 500, usageLimit: 1 });
    const visitor = shop.visitor();
    await submit(visitor, await openCheckout(visitor, [bowl], 'ONLYONE'));
    const other = shop.visitor();
    await expect(openCheckout(other, [bowl], 'ONLYONE')).rejects.toThrow('10209');
    const query = { code: 'ONLYONE' };
    expect(await other.data('GET /api/v1/promotion/code/check', { query })).toBeNull();
  });
});

describe('an own order whose money is on its way', () => {
  /** Stores an attempt in its state between the call to the gateway and the response. */
  async function charging(orderNo: string): Promise<void> {
    await shop.db.write
      .insertInto('payments')
      .values({
        ...{ order_no: orderNo, attempt: 1, provider: 'simulated', method: 'charge', account_id: '' },
        ...{ provider_ref: `y-${orderNo}`, capture_ref: '', refund_ref: '', state: 'capturing' },
        ...{ amount: 3495, currency: 'USD', request_id: `y-${orderNo}`, visitor_hash: '', details: '{}' },
        ...{ reason: '', created_at: shop.clock.now(), updated_at: shop.clock.now() },
      })
      .execute();
  }

  it('is as good as paid: what it holds is nobody’s any more [BR-24]', async () => {
    const { bowl, visitor, old } = await lastUnit();
    const token = await openCheckout(visitor, [bowl]);
    await charging(old.orderNo);
    expect(await shownTo(visitor, bowl)).toEqual([0, 0, 0, 'sold_out']);
    expect((await submit(visitor, token)).code).toBe(10209);
    expect(await heldUntil(old.orderNo)).not.toBeNull();
  });

  it('comes late and is kept: an own order that is not paid yet makes room for it [BR-24]', async () => {
    const { bowl, variant, visitor, old } = await lastUnit();
    const next = await order(visitor, [bowl]);
    expect(await settleCapturedPayment(shop.services, captureOf(old.orderNo, 3495))).toBe('paid');
    expect([await heldUntil(next.orderNo), await stockOf(shop, variant)]).toEqual([null, 0]);
  });

  it('comes late and is kept when its hold ends, and the unit is ordered again, while it is read [BR-24]', async () => {
    const { bowl, variant, visitor, old } = await lastUnit();
    shop.clock.advance(16 * 60_000);
    let next = old;
    const transaction: Database['transaction'] = async (work) => {
      await releaseExpiredHolds(shop.services);
      next = { ...old, ...(await order(visitor, [bowl])) };
      return shop.db.transaction(work);
    };
    const services = { ...shop.services, db: { ...shop.db, transaction } };
    expect(await settleCapturedPayment(services, captureOf(old.orderNo, 3495))).toBe('paid');
    expect([await heldUntil(next.orderNo), await stockOf(shop, variant)]).toEqual([null, 0]);
  });

  it('comes late and is sent back where its coupon is used up, and the new one keeps its hold [BR-24]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1 });
    const cup = await addProduct(shop, { price: 2000, stock: 1 });
    await addCoupon(shop, { code: 'LATE', amountOff: 500, usageLimit: 1 });
    const visitor = shop.visitor();
    const old = (await submit(visitor, await openCheckout(visitor, [bowl], 'LATE'))).data!;
    const next = await order(visitor, [bowl]);
    const other = shop.visitor();
    expect((await submit(other, await openCheckout(other, [cup], 'LATE'))).code).toBe(0);
    expect(await settleCapturedPayment(shop.services, captureOf(old.order_no, 2995))).toBe('on-hold');
    expect(await heldUntil(next.orderNo)).not.toBeNull();
  });

  it('comes late and is sent back while the new one is being charged [BR-24]', async () => {
    const { bowl, variant, visitor, old } = await lastUnit();
    const next = await order(visitor, [bowl]);
    await charging(next.orderNo);
    expect(await settleCapturedPayment(shop.services, captureOf(old.orderNo, 3495))).toBe('on-hold');
    expect(await settleCapturedPayment(shop.services, captureOf(next.orderNo, 3495))).toBe('paid');
    expect(await stockOf(shop, variant)).toBe(0);
  });

  it('blocks nothing once its hold has ended, and strangers may buy again [BR-24]', async () => {
    const { bowl, visitor } = await lastUnit();
    shop.clock.advance(16 * 60_000);
    await releaseExpiredHolds(shop.services);
    expect(await shownTo(visitor, bowl)).toEqual([1, 1, 1, '']);
    expect(await shownTo(shop.visitor(), bowl)).toEqual([1, 1, 1, '']);
  });
});
