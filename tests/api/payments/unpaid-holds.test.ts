/** Limits on the stock that unpaid orders hold, and how orders beyond these limits can still be paid. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { housekeepingJob } from '#server/jobs/housekeeping.ts';
import { releaseExpiredHolds } from '#server/orders/expiry.ts';
import { renewHold } from '#server/orders/hold.ts';
import { settleFailedPayment } from '#server/payments/attempts/settle.ts';
import { startPayment } from '#server/payments/attempts/start.ts';
import { changePayment, findPaymentByRef } from '#server/payments/stores/payments.ts';
import {
  addCoupon,
  addProduct,
  filledIn,
  openCheckout,
  order,
  stockOf,
  submit,
  takePurges,
} from '../orders/fixture.ts';
import {
  books,
  cards,
  cardToken,
  createPayShop,
  decide,
  type PayShop,
  type Placed,
  payByCard,
  startPayPal,
} from './pay-shop.ts';

const minute = 60_000;
let shop: PayShop;
let addresses = 0;

beforeAll(async () => {
  shop = await createPayShop();
});
beforeEach(() => shop.sandbox.scenarios.clear());

function newAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}

function orderRow(orderNo: string) {
  return shop.db.read
    .selectFrom('orders')
    .selectAll()
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
}

/** Returns for how many minutes the order still holds its stock, null if it holds none. */
async function minutesHeld(orderNo: string): Promise<number | null> {
  const { held_until } = await orderRow(orderNo);
  return held_until === null ? null : (held_until - shop.clock.now()) / minute;
}

/** Places an order of one new product; its four units exceed what one address may hold of a small stock. */
async function placeBeyondCaps(method = 'card', stock = 5): Promise<Placed> {
  return placeFour(method, stock);
}

/** Places an order within the caps, which it would exceed if one of the forty units were sold. */
async function placeAtCap(method = 'card'): Promise<Placed> {
  return placeFour(method, 40);
}

async function placeFour(method: string, stock: number): Promise<Placed> {
  const bowl = await addProduct(shop, { price: 2000, stock, title: 'Scarce bowl' });
  const visitor = shop.visitor();
  const wanted = [{ ...bowl, quantity: 4 }];
  return {
    visitor,
    ...(await order(visitor, wanted, { ...filledIn, payment_method: method })),
    ...bowl,
  };
}

/** Orders some units as another shopper. */
function sell(placed: Placed, quantity: number): Promise<unknown> {
  return order(shop.visitor(), [{ ...placed, quantity }]);
}

describe('unpaid orders from one address', () => {
  it('are all placed at once, and hold of one variant a tenth of it [R90]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 50 });
    const address = newAddress();
    const tokens = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const visitor = shop.visitor(address);
        return { visitor, token: await openCheckout(visitor, [bowl]) };
      }),
    );
    const answers = await Promise.all(tokens.map(({ visitor, token }) => submit(visitor, token)));
    expect(answers.map(({ code, data }) => [code, data?.next])).toEqual(
      Array.from({ length: 30 }, () => [0, 'card']),
    );
    expect(await stockOf(shop, bowl.variant)).toBe(45);
  });

  it('hold with twenty at most, and with the three newest of a visitor [R90, BR-24]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1000 });
    const [address, visitor] = [newAddress(), shop.visitor()];
    for (let n = 0; n < 22; n += 1) await order(shop.visitor(address), [bowl]);
    expect(await stockOf(shop, bowl.variant)).toBe(980);
    const own = [];
    for (let n = 0; n < 3; n += 1) {
      own.push((await order(visitor, [bowl])).orderNo);
      shop.clock.advance(1);
    }
    const rounded = async (orderNo: string) => Math.round((await minutesHeld(orderNo)) ?? -1);
    expect(await Promise.all(own.map(rounded))).toEqual([15, 5, 5]);
    own.push((await order(visitor, [bowl])).orderNo);
    expect(await Promise.all(own.map(rounded))).toEqual([-1, 5, 5, 5]);
    expect(await stockOf(shop, bowl.variant)).toBe(977);
  });

  it('are counted by the network of an IPv6 customer, and each buyer elsewhere by itself', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 100 });
    for (let n = 1; n <= 12; n += 1) await order(shop.visitor(`2001:db8:0:7:${n}::1`), [bowl]);
    expect(await stockOf(shop, bowl.variant)).toBe(90);
    await Promise.all(Array.from({ length: 40 }, () => order(shop.visitor(), [bowl])));
    expect(await stockOf(shop, bowl.variant)).toBe(50);
  });

  it('hold no less when some of them are paid, given back or edited', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 9 });
    const address = newAddress();
    const visitor = shop.visitor(address);
    const placed = { visitor, ...bowl, ...(await order(visitor, [{ ...bowl, quantity: 3 }])) };
    const waiting = await order(shop.visitor(address), [bowl]);
    expect(await minutesHeld(waiting.orderNo)).toBeNull();
    // Editing continues the same hold.
    shop.clock.advance(minute);
    const edited = await submit(visitor, placed.token, { ...filledIn, note: 'Ring twice' });
    expect(await minutesHeld(edited.data!.order_no)).toBe(15);
    expect(await stockOf(shop, bowl.variant)).toBe(6);
    const paid = await payByCard(shop, { ...placed, orderNo: edited.data!.order_no });
    expect(paid.data?.status).toBe('paid');
    await renewHold(shop.services, waiting.orderNo);
    expect(await minutesHeld(waiting.orderNo)).toBe(15);
    expect(await stockOf(shop, bowl.variant)).toBe(5);
  });

  it('beyond the caps neither empty a page nor use a coupon up, but what is gone is refused', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 4, title: 'Scarce bowl' });
    const coupon = await addCoupon(shop, { code: 'ALL', amountOff: 500, usageLimit: 1 });
    await takePurges(shop);
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [{ ...bowl, quantity: 4 }], 'ALL');
    const { data } = await submit(visitor, token);
    const used = () =>
      shop.db.read.selectFrom('promotions').select('used_count').where('id', '=', coupon).executeTakeFirst();
    expect(await used()).toEqual({ used_count: 0 });
    expect(await stockOf(shop, bowl.variant)).toBe(4);
    await renewHold(shop.services, data!.order_no);
    expect(await takePurges(shop)).toEqual([]);

    await order(shop.visitor(), [bowl]);
    const again = await submit(visitor, token, { ...filledIn, note: 'Ring twice' });
    expect(again.code).toBe(10209);
    await expect(renewHold(shop.services, data!.order_no)).rejects.toMatchObject({
      code: 40001,
      message: expect.stringContaining('Scarce bowl'),
    });
  });

  it('has begun pre-sale orders and those of other calls among them [API-018, API-044]', async () => {
    const table = await addProduct(shop, { price: 26400, stock: 8, isPresale: true });
    const visitor = shop.visitor();
    const body = { product_id: table.product, variant_id: table.variant, quantity: 4 };
    const begun = await visitor.data('POST /api/presale/order/create', { body });
    expect((await submit(visitor, begun.web_url.split('/').at(-1)!)).code).toBe(0);
    expect(await stockOf(shop, table.variant)).toBe(8);

    const bowl = await addProduct(shop, { price: 2000, stock: 8 });
    for (const row of ['POST /api/v1/pre_order', 'POST /api/v2/order'] as const) {
      const buyer = shop.visitor();
      const checkout_token = await openCheckout(buyer, [{ ...bowl, quantity: 4 }]);
      const sent = { params: { id: checkout_token }, body: filledIn };
      await buyer.data('POST /api/update/checkout/:id', sent);
      await buyer.data(row, { body: { checkout_token } });
      expect(await stockOf(shop, bowl.variant)).toBe(8);
    }
  });
});

describe('a visitor who has held before and not paid', () => {
  it('holds for five minutes, until an hour is over [R90]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 100 });
    const visitor = shop.visitor();
    const first = await order(visitor, [bowl]);
    shop.clock.advance(16 * minute);
    await releaseExpiredHolds(shop.services);
    expect(await minutesHeld((await order(visitor, [bowl])).orderNo)).toBe(5);
    shop.clock.advance(6 * minute);
    await releaseExpiredHolds(shop.services);
    await renewHold(shop.services, first.orderNo);
    expect(await minutesHeld(first.orderNo)).toBe(5);
    shop.clock.advance(6 * minute);
    await releaseExpiredHolds(shop.services);
    // Only orders that still hold stock count towards the limit of three.
    for (let n = 0; n < 3; n += 1) expect(await minutesHeld((await order(visitor, [bowl])).orderNo)).toBe(5);
    shop.clock.advance(61 * minute);
    await releaseExpiredHolds(shop.services);
    expect(await minutesHeld((await order(visitor, [bowl])).orderNo)).toBe(15);
  });

  it('is not one who tries another card, nor one who has paid [R90]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 100 });
    const visitor = shop.visitor();
    const placed = { visitor, ...bowl, ...(await order(visitor, [bowl])) };
    await payByCard(shop, placed, cards.declined);
    expect(await minutesHeld(placed.orderNo)).toBeNull();
    await renewHold(shop.services, placed.orderNo);
    expect(await minutesHeld(placed.orderNo)).toBe(15);
    await payByCard(shop, placed);
    expect(await minutesHeld((await order(visitor, [bowl])).orderNo)).toBe(15);
  });

  it('renews a hold by five minutes once it has lasted fifteen, and never shortens it', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 100 });
    const visitor = shop.visitor();
    const { orderNo, token } = await order(visitor, [{ ...bowl, quantity: 10 }]);
    shop.clock.advance(14 * minute);
    await renewHold(shop.services, orderNo);
    expect(await minutesHeld(orderNo)).toBe(15);
    shop.clock.advance(2 * minute);
    await renewHold(shop.services, orderNo);
    expect(await minutesHeld(orderNo)).toBe(13);
    shop.clock.advance(10 * minute);
    await renewHold(shop.services, orderNo);
    expect(await minutesHeld(orderNo)).toBe(5);
    const edited = await submit(visitor, token, { ...filledIn, note: 'Ring twice' });
    expect(await minutesHeld(edited.data!.order_no)).toBe(5);
    shop.clock.advance(6 * minute);
    await releaseExpiredHolds(shop.services);
    await renewHold(shop.services, edited.data!.order_no);
    expect(await minutesHeld(edited.data!.order_no)).toBe(5);
  });

  it('holds as long as at first when it comes back to its order after an hour', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 100 });
    const { orderNo } = await order(shop.visitor(), [bowl]);
    shop.clock.advance(16 * minute);
    await releaseExpiredHolds(shop.services);
    shop.clock.advance(45 * minute);
    await renewHold(shop.services, orderNo);
    expect(await minutesHeld(orderNo)).toBe(15);
  });
});

describe('an order beyond the caps', () => {
  it('holds while its card is charged, and is paid [R90, PAY-13]', async () => {
    const placed = await placeBeyondCaps();
    const during = await stockWhile(placed, '/gateway/v1/payments', async () => {
      expect((await payByCard(shop, placed)).data?.status).toBe('paid');
    });
    expect(during).toBe(1);
    expect(await books(shop, placed)).toMatchObject({ status: 1, stock: 1, moves: ['capture'] });
    expect(await orderRow(placed.orderNo)).toMatchObject({ held_until: null, client_hash: '' });
  });

  it('gives back what a declined charge held, though another attempt is open [PAY-13]', async () => {
    const placed = await placeBeyondCaps('paypal');
    await startPayPal(placed);
    expect(await stockOf(shop, placed.variant)).toBe(5);
    expect((await payByCard(shop, placed, cards.declined)).code).toBe(50001);
    expect(await stockOf(shop, placed.variant)).toBe(5);
    expect(await minutesHeld(placed.orderNo)).toBeNull();
  });

  it('holds nothing during the second step of its card, and is paid after it [PAY-09, PAY-13]', async () => {
    const placed = await placeBeyondCaps();
    const pay = await throughSecondStep(placed);
    expect(await stockOf(shop, placed.variant)).toBe(5);
    expect((await pay()).data?.status).toBe('paid');
    expect(await books(shop, placed)).toMatchObject({ status: 1, stock: 1, moves: ['capture'] });
  });

  it('is sent its money back when the pieces went during the second step [PAY-09, PAY-13]', async () => {
    const placed = await placeBeyondCaps();
    const pay = await throughSecondStep(placed);
    await sell(placed, 2);
    expect((await pay()).code).toBe(50001);
    await shop.work();
    expect(await books(shop, placed)).toMatchObject({ status: 6, stock: 3, moves: ['capture', 'refund'] });
  });

  it('takes nothing for a payment page or kit, and all of it for the capture [API-025, API-026, PAY-13]', async () => {
    const placed = await placeBeyondCaps('paypal');
    const kit = { order_no: placed.orderNo, provider: 'simulated' as const };
    await placed.visitor.data('POST /api/v3/payments/', { body: kit });
    const paypal_order_id = await startPayPal(placed);
    await decide(shop, paypal_order_id, 'approve');
    expect(await stockOf(shop, placed.variant)).toBe(5);
    const query = { paypal_order_id, order_no: placed.orderNo };
    const during = await stockWhile(placed, '/capture', async () => {
      const paid = await placed.visitor.call('GET /api/v1/payments/paypal/capture', { query });
      expect(paid.data?.status).toBe('paid');
    });
    expect([during, await stockOf(shop, placed.variant)]).toEqual([1, 1]);
  });

  it('is refused before money is taken when the pieces are gone, and starts no payment [API-024, API-025, API-037]', async () => {
    const placed = await placeBeyondCaps('paypal');
    const paypal_order_id = await startPayPal(placed);
    await decide(shop, paypal_order_id, 'approve');
    await sell(placed, 2);
    const query = { paypal_order_id, order_no: placed.orderNo };
    const captured = await placed.visitor.call('GET /api/v1/payments/paypal/capture', { query });
    const started = await placed.visitor.call('POST /api/v2/payments/', {
      body: { order_no: placed.orderNo, provider: 'paypal' },
    });
    const charged = await payByCard(shop, placed);
    expect([captured.code, started.code, charged.code]).toEqual([40001, 40001, 40001]);
    expect(charged.msg).toContain('Scarce bowl');
    expect(await books(shop, placed)).toMatchObject({ status: 0, moves: [], stock: 3 });
  });

  it('is paid by an express approval as well [API-038, API-039]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const visitor = shop.visitor();
    const item = { product_id: bowl.product, variant_id: bowl.variant, quantity: 4, pay_amount: 80 };
    const paypal_order_id = await visitor.data('POST /api/v1/paypal/convenient/order', {
      query: { amount: 80 },
      body: { entrance: 2, items: [item] },
    });
    await decide(shop, paypal_order_id, 'approve');
    const { token } = await order(visitor, [{ ...bowl, quantity: 4 }], {
      ...filledIn,
      payment_method: 'paypal',
    });
    expect(await stockOf(shop, bowl.variant)).toBe(5);
    const body = { paypal_order_id, checkout_token: token };
    const paid = await visitor.call('POST /api/v1/payments/paypal/quick/capture', { body });
    expect(paid.data?.status).toBe('paid');
    expect(await stockOf(shop, bowl.variant)).toBe(1);
  });

  it('holds nothing for a charge that is never sent, nor for one that never arrived', async () => {
    const free = await addProduct(shop, { price: 0, stock: 5, requiresShipping: false });
    const visitor = shop.visitor();
    const { orderNo } = await order(visitor, [{ ...free, quantity: 4 }]);
    expect((await payByCard(shop, { visitor, orderNo } as Placed)).code).toBe(10001);
    expect(await stockOf(shop, free.variant)).toBe(5);

    const placed = await placeBeyondCaps();
    shop.sandbox.scenarios.add({ call: 'POST /gateway/v1/payments', status: 503, times: 2, before: true });
    expect((await payByCard(shop, placed)).data?.status).toBe('pending');
    // The failure of another attempt does not end this one.
    await settleFailedPayment(shop.services, { orderNo: placed.orderNo, reason: 'declined' });
    expect(await stockOf(shop, placed.variant)).toBe(1);
    shop.clock.advance(2 * minute);
    await shop.work(true);
    expect(await books(shop, placed)).toMatchObject({ stock: 5, payments: ['failed'] });
  });

  it('keeps a coupon’s use while it is charged only [PAY-13]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 9 });
    const coupon = await addCoupon(shop, { code: 'SOME', amountOff: 500, usageLimit: 1 });
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [{ ...bowl, quantity: 4 }], 'SOME');
    const { data } = await submit(visitor, token);
    const other = shop.visitor();
    const taken = await submit(other, await openCheckout(other, [bowl], 'SOME'));
    await expect(renewHold(shop.services, data!.order_no)).rejects.toMatchObject({ code: 30003 });
    await settleFailedPayment(shop.services, { orderNo: taken.data!.order_no, reason: 'declined' });
    const paid = await payByCard(shop, { visitor, orderNo: data!.order_no } as Placed);
    expect(paid.data?.status).toBe('paid');
    const uses = await shop.db.read
      .selectFrom('promotion_uses')
      .innerJoin('promotions', 'promotions.id', 'promotion_uses.promotion_id')
      .select(['state', 'used_count'])
      .where('promotion_id', '=', coupon)
      .where('order_no', '=', data!.order_no)
      .execute();
    expect(uses).toEqual([{ state: 'final', used_count: 1 }]);
  });
});

describe('the address of an order that nobody pays', () => {
  it('is forgotten after a day, and the order is still paid though it holds no longer than that takes', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 9 });
    const visitor = shop.visitor();
    const placed = { visitor, ...bowl, ...(await order(visitor, [bowl])) };
    const held = await order(shop.visitor(), [bowl]);
    shop.clock.advance(16 * minute);
    await releaseExpiredHolds(shop.services);
    shop.clock.advance(24 * 60 * minute - 16 * minute);
    await renewHold(shop.services, held.orderNo);
    const hashes = () =>
      Promise.all([placed, held].map(async (each) => (await orderRow(each.orderNo)).client_hash));
    const before = await hashes();
    await forgetAddresses();
    expect(await hashes()).toEqual(before);
    shop.clock.advance(1);
    await forgetAddresses();
    expect(await hashes()).toEqual(['', before[1]]);

    await renewHold(shop.services, placed.orderNo);
    expect(await minutesHeld(placed.orderNo)).toBeNull();
    expect((await payByCard(shop, placed)).data?.status).toBe('paid');
    expect(await stockOf(shop, bowl.variant)).toBe(7);
  });
});

/** Runs housekeeping, regardless of when it ran last. */
async function forgetAddresses(): Promise<void> {
  await housekeepingJob.run({ services: shop.services, attempt: 1, signal: new AbortController().signal });
}

describe('what is taken for a call that takes money', () => {
  it('is still held when the money is taken, though another attempt fails while PayPal is told the amount [API-039, PAY-13]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const visitor = shop.visitor();
    const item = { product_id: bowl.product, variant_id: bowl.variant, quantity: 3, pay_amount: 60 };
    const paypal_order_id = await visitor.data('POST /api/v1/paypal/convenient/order', {
      query: { amount: 60 },
      body: { entrance: 2, items: [item] },
    });
    await decide(shop, paypal_order_id, 'approve');
    const wanted = [{ ...bowl, quantity: 4 }];
    const placed = await order(visitor, wanted, { ...filledIn, payment_method: 'paypal' });
    const body = { paypal_order_id, checkout_token: placed.token };
    const during = await stockWhile({ visitor, ...bowl, ...placed }, '/capture', () =>
      whileFetching(
        `/orders/${paypal_order_id}`,
        () => settleFailedPayment(shop.services, { orderNo: placed.orderNo, reason: 'declined' }),
        async () => {
          const paid = await visitor.call('POST /api/v1/payments/paypal/quick/capture', { body });
          expect(paid.data?.status).toBe('paid');
        },
      ),
    );
    expect(during).toBe(1);
  });

  it('is still held when a card is charged, whenever another attempt fails [API-024, PAY-13]', async () => {
    const placed = await placeBeyondCaps('paypal');
    await startPayPal(placed);
    const failed = { orderNo: placed.orderNo, reason: 'declined' };
    const { db } = shop.services;
    const transaction: typeof db.transaction = async (work) => {
      const result = await db.transaction(work);
      await settleFailedPayment(shop.services, failed);
      return result;
    };
    const services = { ...shop.services, db: Object.assign(Object.create(db), { transaction }) };
    const charge = {
      provider: 'simulated',
      flow: 'charge',
      accountId: '',
      returnUrl: `${services.env.SITE_URL}/pay/result`,
      cancelUrl: `${services.env.SITE_URL}/cart`,
    } as const;
    const card = await cardToken(shop, cards.works);
    const during = await stockWhile(placed, '/gateway/v1/payments', async () => {
      const said = await startPayment(services, { ...charge, orderNo: placed.orderNo, cardToken: card });
      expect(said.status).toBe('paid');
    });
    expect(during).toBe(1);
  });

  it('goes back when the attempt was given up before its turn', async () => {
    const placed = await placeBeyondCaps('paypal');
    const paypal_order_id = await startPayPal(placed);
    await decide(shop, paypal_order_id, 'approve');
    const payment = await findPaymentByRef(shop.db.read, 'paypal', paypal_order_id);
    await changePayment(shop.db.write, payment!.id, ['created'], { state: 'failed' }, shop.clock.now());
    const query = { paypal_order_id, order_no: placed.orderNo };
    const refused = await placed.visitor.call('GET /api/v1/payments/paypal/capture', { query });
    expect(refused.code).toBe(50001);
    expect(await stockOf(shop, placed.variant)).toBe(5);
  });
});

describe('an order within the caps', () => {
  it('keeps its hold during the second step of its card, though the caps have shrunk since [PAY-09, R90]', async () => {
    const placed = await placeAtCap();
    await payElsewhere(placed);
    const pay = await throughSecondStep(placed);
    expect([await stockOf(shop, placed.variant), await minutesHeld(placed.orderNo)]).toEqual([35, 15]);
    expect((await pay()).data?.status).toBe('paid');
    expect(await orderRow(placed.orderNo)).toMatchObject({ held_until: null, hold_is_lent: 0 });
  });

  it('keeps its hold beside a declined card while another attempt is open [PAY-13, R90]', async () => {
    const placed = await placeAtCap('paypal');
    await startPayPal(placed);
    await payElsewhere(placed);
    expect((await payByCard(shop, placed, cards.declined)).code).toBe(50001);
    expect([await stockOf(shop, placed.variant), await minutesHeld(placed.orderNo)]).toEqual([35, 15]);
  });

  it('is one that was lent a hold before, once the caps allow it', async () => {
    const placed = await placeBeyondCaps('paypal');
    await startPayPal(placed);
    await renewHold(shop.services, placed.orderNo, { takesMoney: true });
    expect(await orderRow(placed.orderNo)).toMatchObject({ hold_is_lent: 1 });
    await shop.db.write.updateTable('variants').set({ stock: 40 }).where('id', '=', placed.variant).execute();
    await renewHold(shop.services, placed.orderNo);
    await settleFailedPayment(shop.services, { orderNo: placed.orderNo, reason: 'declined' });
    expect(await orderRow(placed.orderNo)).toMatchObject({ hold_is_lent: 0 });
    expect([await stockOf(shop, placed.variant), await minutesHeld(placed.orderNo)]).toEqual([40, 15]);
  });
});

/** Pays, and runs `before` each time the shop is about to fetch a URL with this end. */
async function whileFetching(ends: string, before: () => Promise<void>, pay: () => Promise<void>) {
  const within = shop.outside.fetch;
  shop.outside.fetch = async (address, init) => {
    if (String(address).endsWith(ends)) await before();
    return within(address, init);
  };
  await pay().finally(() => {
    shop.outside.fetch = within;
  });
}

/** Buys and pays for one unit as another shopper. */
async function payElsewhere(placed: Placed): Promise<void> {
  const visitor = shop.visitor();
  const bought = await order(visitor, [{ ...placed, quantity: 1 }]);
  expect((await payByCard(shop, { ...placed, ...bought, visitor })).data?.status).toBe('paid');
}

/** @returns the stock at the moment of the provider call whose URL has this end */
async function stockWhile(placed: Placed, ends: string, pay: () => Promise<void>): Promise<number | null> {
  let during: number | null = null;
  const read = async () => {
    during = await stockOf(shop, placed.variant);
  };
  await whileFetching(ends, read, pay);
  return during;
}

/** Charges a card that requires a second step and confirms that step. @returns a function that completes the payment */
async function throughSecondStep(placed: Placed) {
  const asked = await payByCard(shop, placed, cards.secondStep);
  expect(asked.data?.status).toBe('second_step');
  return async () => {
    const secret = new URL(asked.data!.redirect_url).searchParams.get('secret') ?? '';
    const back = await shop.visitSandbox('/gateway/second-step', { secret, decision: 'confirm' });
    const target = new URL(back.headers.get('location') ?? '');
    const transaction_id = target.searchParams.get('payment_intent_id') ?? '';
    const body = { order_no: placed.orderNo, transaction_id };
    return placed.visitor.call('POST /api/v1/payments/continue', { body });
  };
}
