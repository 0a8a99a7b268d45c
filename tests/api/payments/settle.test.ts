import { beforeAll, describe, expect, it, vi } from 'vitest';
import { jobHandlers } from '#server/jobs/table.ts';
import { readEmailShopData } from '#server/mail/email-shop-data.ts';
import { releaseExpiredHolds } from '#server/orders/expiry.ts';
import { refundJobs } from '#server/payments/attempts/refund.ts';
import {
  markOrderRefunded,
  settleCapturedPayment,
  settleFailedPayment,
} from '#server/payments/attempts/settle.ts';
import { defaultColors } from '#server/theme/email-safe-colors.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import type { TestShop } from '../harness.ts';
import {
  addCoupon,
  addProduct,
  captureOf,
  createOrderShop,
  filledIn,
  order,
  stockOf,
  submit,
} from '../orders/fixture.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createOrderShop();
});

function row(orderNo: string) {
  return shop.db.read
    .selectFrom('orders')
    .selectAll()
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
}

/** Returns the emails, refunds, reservations and payments of an order. */
async function traces(orderNo: string) {
  const { read } = shop.db;
  const [mails, jobs, reservations, payments] = await Promise.all([
    read.selectFrom('mails').select('dedupe_key').where('dedupe_key', 'like', `%${orderNo}`).execute(),
    read.selectFrom('jobs').select('payload').where('kind', '=', 'refund').execute(),
    read.selectFrom('reservations').select('state').where('order_no', '=', orderNo).execute(),
    read.selectFrom('payments').select(['state', 'amount']).where('order_no', '=', orderNo).execute(),
  ]);
  return {
    mails: mails.length,
    refunds: jobs.map((job) => JSON.parse(job.payload)).filter((refund) => refund.orderNo === orderNo),
    reservations: reservations.map((reservation) => reservation.state),
    payments: payments.map((payment) => `${payment.state} ${payment.amount}`),
  };
}

/** Records what the `refund` job records after the provider has sent the money back. */
async function sendBack(orderNo: string, captureRef = `cap-${orderNo}`): Promise<void> {
  const refunded = { orderNo, captureRef, amount: 3495, currency: 'USD', cause: 'late' as const };
  const mailShop = await readEmailShopData(shop.services);
  await shop.db.transaction((trx) => markOrderRefunded(trx, mailShop, refunded, shop.clock.now()));
}

const refundMails = (orderNo: string) =>
  shop.db.read
    .selectFrom('mails')
    .select(['to_address', 'subject', 'text'])
    .where('dedupe_key', 'like', `order-refunded:${orderNo}:%`)
    .execute();

describe('a payment that is sent back by itself', () => {
  it('is told to the shopper in one email, however often the refund is carried out [late refund]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1 });
    const late = await order(shop.visitor(), [bowl]);
    await settleFailedPayment(shop.services, { orderNo: late.orderNo, reason: 'declined' });
    await order(shop.visitor(), [bowl]);
    expect(await settleCapturedPayment(shop.services, captureOf(late.orderNo, 3495))).toBe('on-hold');
    const refund = vi.fn(async () => ({ ref: 'back-1' }));
    shop.payments.set('simulated', { ...shop.payments.get('simulated')!, refund });
    await runDueJobs(shop.services, refundJobs);
    expect(refund).toHaveBeenCalled();
    await sendBack(late.orderNo);
    const [mail, ...others] = await refundMails(late.orderNo);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to_address: 'ada@example.com' });
    expect(mail?.subject).toContain('$34.95 are on their way back to you');
    expect(mail?.text).toContain('we cancelled the order');
    expect((await row(late.orderNo)).status_key).toBe(6);
  });

  it.each([
    ['another amount', { amount: 3494 }],
    ['another currency', { currency: 'EUR' }],
    ['another payee', { payee: 'somebody else' }],
  ])('names %s as the reason, not that it was late [late refund]', async (_name, change) => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1 });
    const { orderNo } = await order(shop.visitor(), [bowl]);
    await settleCapturedPayment(shop.services, captureOf(orderNo, 3495, change));
    await runDueJobs(shop.services, refundJobs);
    const [mail] = await refundMails(orderNo);
    expect(mail?.text).toContain('does not match your order of $34.95');
  });

  it('names as the reason that the order was cancelled before [late refund]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const visitor = shop.visitor();
    const { token, orderNo } = await order(visitor, [bowl]);
    await submit(visitor, token, { ...filledIn, shipping_id: 'us-standard' });
    await settleCapturedPayment(shop.services, captureOf(orderNo, 3495));
    await runDueJobs(shop.services, refundJobs);
    const [mail] = await refundMails(orderNo);
    expect(mail?.text).toContain('was already cancelled when your payment came');
  });

  it('says that the order stays when it was paid twice [late refund]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const { orderNo } = await order(shop.visitor(), [bowl]);
    await settleCapturedPayment(shop.services, captureOf(orderNo, 3495));
    await sendBack(orderNo, `two-${orderNo}`);
    const [mail] = await refundMails(orderNo);
    expect(mail?.text).toContain('This order was paid already');
    expect((await row(orderNo)).status_key).toBe(1);
  });

  it('sends no email for an order whose person was erased [late refund]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const { orderNo } = await order(shop.visitor(), [bowl]);
    await shop.db.write.updateTable('orders').set({ email: '' }).where('order_no', '=', orderNo).execute();
    await sendBack(orderNo);
    expect(await refundMails(orderNo)).toEqual([]);
  });
});

describe('a captured payment', () => {
  it('pays its order in one go: stock final, payment written, one mail, products counted [PAY-13]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const { orderNo } = await order(shop.visitor(), [{ ...bowl, quantity: 2 }]);
    expect(await settleCapturedPayment(shop.services, captureOf(orderNo, 5495))).toBe('paid');
    expect(await row(orderNo)).toMatchObject({
      status_key: 1,
      held_until: null,
      paid_at: shop.clock.now(),
    });
    expect(await traces(orderNo)).toEqual({
      mails: 1,
      refunds: [],
      reservations: ['final'],
      payments: ['captured 5495'],
    });
    const product = await shop.db.read
      .selectFrom('products')
      .select('sold_count')
      .where('id', '=', bowl.product)
      .executeTakeFirstOrThrow();
    expect(product.sold_count).toBe(2);
  });

  it('counts once, however often and from wherever it is told', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const { orderNo } = await order(shop.visitor(), [bowl]);
    const results = await Promise.all(
      Array.from({ length: 8 }, () => settleCapturedPayment(shop.services, captureOf(orderNo, 3495))),
    );
    expect(results.filter((result) => result === 'paid')).toHaveLength(1);
    expect(results.filter((result) => result === 'already-paid')).toHaveLength(7);
    expect(await traces(orderNo)).toMatchObject({ mails: 1, refunds: [], payments: ['captured 3495'] });
    expect(await stockOf(shop, bowl.variant)).toBe(4);
  });

  it('stays paid when a failure or the end of its hold arrives late [PAY-13]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const { orderNo } = await order(shop.visitor(), [bowl]);
    await settleCapturedPayment(shop.services, captureOf(orderNo, 3495));
    await settleFailedPayment(shop.services, { orderNo, reason: 'late' });
    shop.clock.advance(3_600_000);
    await releaseExpiredHolds(shop.services);
    expect(await row(orderNo)).toMatchObject({ status_key: 1 });
    expect(await stockOf(shop, bowl.variant)).toBe(4);
  });

  it('that comes after the hold ended takes the stock anew [PAY-13]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1 });
    const { orderNo } = await order(shop.visitor(), [bowl]);
    shop.clock.advance(16 * 60_000);
    await releaseExpiredHolds(shop.services);
    expect(await stockOf(shop, bowl.variant)).toBe(1);
    expect(await settleCapturedPayment(shop.services, captureOf(orderNo, 3495))).toBe('paid');
    expect(await stockOf(shop, bowl.variant)).toBe(0);
    expect(await traces(orderNo)).toMatchObject({ reservations: ['final'], refunds: [] });
  });

  it('that comes when the stock is gone puts the order on hold and is sent back once [PAY-13]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1 });
    const late = await order(shop.visitor(), [bowl]);
    await settleFailedPayment(shop.services, { orderNo: late.orderNo, reason: 'declined' });
    const quick = await order(shop.visitor(), [bowl]);
    await settleCapturedPayment(shop.services, captureOf(quick.orderNo, 3495));
    const told = [captureOf(late.orderNo, 3495), captureOf(late.orderNo, 3495)];
    for (const capture of told) expect(await settleCapturedPayment(shop.services, capture)).toBe('on-hold');
    expect(await stockOf(shop, bowl.variant)).toBe(0);
    expect(await row(late.orderNo)).toMatchObject({
      status_key: 5,
      hold_reason: expect.stringContaining('stock'),
    });
    const { refunds, mails } = await traces(late.orderNo);
    expect(mails).toBe(0);
    expect(refunds).toEqual([
      expect.objectContaining({ captureRef: `cap-${late.orderNo}`, amount: 3495, currency: 'USD' }),
    ]);
    await sendBack(late.orderNo);
    expect((await row(late.orderNo)).status_key).toBe(6);
    expect((await row(quick.orderNo)).status_key).toBe(1);
  });

  it('that comes when one line’s stock is gone gives back what was taken for the others [PAY-13]', async () => {
    const [plenty, scarce] = [
      await addProduct(shop, { price: 2000, stock: 5 }),
      await addProduct(shop, { price: 2000, stock: 1 }),
    ];
    const { orderNo } = await order(shop.visitor(), [plenty, scarce]);
    await settleFailedPayment(shop.services, { orderNo, reason: 'declined' });
    const quick = await order(shop.visitor(), [scarce]);
    const { total_price } = await row(orderNo);
    expect(await settleCapturedPayment(shop.services, captureOf(orderNo, total_price))).toBe('on-hold');
    expect(await stockOf(shop, plenty.variant)).toBe(5);
    expect((await traces(orderNo)).reservations).toEqual(['released', 'released']);
    expect((await traces(quick.orderNo)).reservations).toEqual(['held']);
  });

  it.each([
    ['fewer pieces are left', { stock: 1 }, 1],
    ['its variant was deleted since', { deleted_at: 1 }, 5],
  ])('that comes when %s takes none and is sent back [PAY-13]', async (_name, change, left) => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const { orderNo } = await order(shop.visitor(), [{ ...bowl, quantity: 2 }]);
    await settleFailedPayment(shop.services, { orderNo, reason: 'declined' });
    await shop.db.write.updateTable('variants').set(change).where('id', '=', bowl.variant).execute();
    expect(await settleCapturedPayment(shop.services, captureOf(orderNo, 5495))).toBe('on-hold');
    expect(await stockOf(shop, bowl.variant)).toBe(left);
    expect(await traces(orderNo)).toMatchObject({ mails: 0, refunds: [{ orderNo, amount: 5495 }] });
  });

  it('that comes when the coupon is used up gives the stock back and is sent back [PAY-13]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    await addCoupon(shop, { code: 'LATE', amountOff: 500, usageLimit: 1 });
    const [one, two] = [shop.visitor(), shop.visitor()];
    const place = async (visitor: typeof one) => {
      const created = await visitor.data('POST /api/v1/checkout', {
        body: {
          source: 2,
          checkouts: [
            {
              coupon: 'LATE',
              variant_items: [{ product_id: bowl.product, variant_id: bowl.variant, quantity: 1 }],
            },
          ],
        },
      });
      return (await submit(visitor, created.checkout.token)).data!;
    };
    const first = await place(one);
    await settleFailedPayment(shop.services, { orderNo: first.order_no, reason: 'declined' });
    const second = await place(two);
    await settleCapturedPayment(shop.services, captureOf(second.order_no, 2995));
    expect(await settleCapturedPayment(shop.services, captureOf(first.order_no, 2995))).toBe('on-hold');
    expect(await stockOf(shop, bowl.variant)).toBe(4);
    expect((await traces(first.order_no)).refunds).toHaveLength(1);
  });

  it.each([
    ['amount', { amount: 3494 }],
    ['currency', { currency: 'EUR' }],
    ['payee', { payee: 'somebody else' }],
  ])('of another %s than the order’s never makes it paid', async (_name, change) => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const { orderNo } = await order(shop.visitor(), [bowl]);
    expect(await settleCapturedPayment(shop.services, captureOf(orderNo, 3495, change))).toBe('on-hold');
    expect(await row(orderNo)).toMatchObject({ status_key: 5, paid_at: null });
    expect((await row(orderNo)).hold_reason).not.toBe('');
    expect(await stockOf(shop, bowl.variant)).toBe(5);
    expect(await traces(orderNo)).toMatchObject({ mails: 0, refunds: [{ orderNo }] });
  });

  it('that is a second one for a paid order is sent back, and the order keeps its own', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const { orderNo } = await order(shop.visitor(), [bowl]);
    await settleCapturedPayment(shop.services, captureOf(orderNo, 3495));
    const second = captureOf(orderNo, 3495, { providerRef: `two-${orderNo}`, captureRef: `two-${orderNo}` });
    expect(await settleCapturedPayment(shop.services, second)).toBe('already-paid');
    const { refunds } = await traces(orderNo);
    expect(refunds).toEqual([expect.objectContaining({ captureRef: `two-${orderNo}` })]);
    await sendBack(orderNo);
    expect((await row(orderNo)).status_key).toBe(1);
  });

  it('of an order the shopper has replaced is sent back', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const visitor = shop.visitor();
    const first = await order(visitor, [bowl]);
    await submit(visitor, first.token, {
      email: 'ada@example.com',
      shipping_id: 'us-standard',
      payment_method: 'card',
    });
    expect(await settleCapturedPayment(shop.services, captureOf(first.orderNo, 3495))).toBe('on-hold');
    expect((await traces(first.orderNo)).refunds).toHaveLength(1);
    expect(await stockOf(shop, bowl.variant)).toBe(4);
  });

  it('is written although the colours and languages of its mail cannot be read, and the log says so', async () => {
    const own = await createOrderShop();
    const { orderNo } = await order(own.visitor(), [await addProduct(own, { price: 2000, stock: 1 })]);
    const unusable = ['tokens', 'languages'].map((key) => ({ key, value: '"no table"', updated_at: 1 }));
    await own.db.write.insertInto('settings').values(unusable).execute();
    const warn = vi.spyOn(own.services.log, 'warn');
    expect(await settleCapturedPayment(own.services, captureOf(orderNo, 3495))).toBe('paid');
    await runDueJobs(own.services, { mail: jobHandlers.mail! });
    for (const key of ['tokens', 'languages'])
      expect(warn).toHaveBeenCalledWith(expect.objectContaining({ setting: key }), 'email setting ignored');
    const mails = await own.db.read.selectFrom('mails').select('html').execute();
    expect(mails.map(({ html }) => html)).toEqual([expect.stringContaining(defaultColors.accent)]);
  });

  it('of an order that does not exist is refused', async () => {
    await expect(settleCapturedPayment(shop.services, captureOf('NONE', 100))).rejects.toMatchObject({
      code: 10404,
    });
  });
});

describe('a failed payment', () => {
  it('gives the stock back at once; the order can be paid again [PAY-13, ORD-14]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1 });
    const { orderNo } = await order(shop.visitor(), [bowl]);
    await settleFailedPayment(shop.services, { orderNo, reason: 'declined' });
    await settleFailedPayment(shop.services, { orderNo, reason: 'declined' });
    expect(await stockOf(shop, bowl.variant)).toBe(1);
    expect(await row(orderNo)).toMatchObject({ status_key: -1, held_until: null });
    expect(await settleCapturedPayment(shop.services, captureOf(orderNo, 3495))).toBe('paid');
    expect(await stockOf(shop, bowl.variant)).toBe(0);
  });
});
