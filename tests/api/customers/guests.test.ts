/** `customers export` and `erase` work for a guest's email address as for a customer (R134). */
import { beforeEach, describe, expect, it } from 'vitest';
import { addComment } from '#server/catalog/comments-store.ts';
import { saveBackInStockRequest } from '#server/marketing/stock-waits-store.ts';
import { addSubscriber } from '#server/marketing/subscribers-store.ts';
import { refundOrder } from '#server/payments/attempts/merchant-refund.ts';
import { insertPaymentNote } from '#server/payments/stores/notes.ts';
import { readAllRows } from '../harness/read-all-rows.ts';
import { shopCommand } from '../harness/shop-command.ts';
import { bagOf, filledIn, order, oregon } from '../orders/fixture.ts';
import { buy, createAccountShop, register } from './fixture.ts';

let shop: Awaited<ReturnType<typeof createAccountShop>>;
beforeEach(async () => {
  shop = await createAccountShop();
});

const customers = (...args: string[]) => shopCommand(shop, ['customers', ...args]);

/** Creates every kind of data that a guest can leave in a shop. */
async function leaveTraces(email: string) {
  const address = { ...oregon, first_name: 'Gus', last_name: 'Quickwater', address1: '7 Plover Lane' };
  const paid = await buy(shop, shop.visitor(), email);
  await refundOrder(shop.services, {
    ...{ orderNo: paid.orderNo, requestId: `refund-${paid.orderNo}`, amount: 100, lines: [], restock: false },
    reason: `${email} asked for it`,
  });
  const pending = await order(shop.visitor(), shop.wanted, { ...filledIn, email, address });
  const open = shop.visitor();
  const { checkout } = await open.data('POST /api/v1/checkout', { body: bagOf(shop.wanted) });
  await open.data('POST /api/update/checkout/:id', {
    params: { id: checkout.token },
    body: { email, address },
  });
  await shop.visitor().data('POST /api/v1/customer/subscribe', { body: { email, source_type: 2 } });
  await shop.visitor().data('POST /api/v1/customer/email', { body: { email, distinct_id: 'client-1' } });
  const now = shop.clock.now();
  await insertPaymentNote(
    shop.db.write,
    { kind: 'paypal-email', orderNo: '', providerRef: '', message: email },
    now,
  );
  const { product: productId, variant: variantId } = shop.wanted[0]!;
  await shop.db.transaction(async (trx) => {
    await saveBackInStockRequest(trx, { variantId, email, lang: '', linkId: `${email}-link` }, now);
    const review = { nickname: 'Gus Q', star: 4, content: 'A good mug', images: [] };
    const state = { status: 'published' as const, isVerified: true, variant: '' };
    await addComment(trx, { ...review, ...state, productId, email, createdAt: now }, now);
  });
  return [paid.orderNo, pending.orderNo];
}

describe('a guest', () => {
  it('is exported by address: orders, subscription, waiting lists, emails, reviews, checkouts [D1]', async () => {
    const orderNos = await leaveTraces('gus@example.com');
    await leaveTraces('other@example.com');
    const { code, out } = await customers('export', ' Gus@Example.com ');
    expect(code).toBe(0);
    const data = JSON.parse(out);
    expect(data).toMatchObject({
      account: null,
      newsletter: true,
      back_in_stock: [{ title: 'Mug', option: 'Sand' }],
      reviews: [{ content: 'A good mug', star: 4 }],
      checkouts: [{ email: 'gus@example.com', lines: expect.arrayContaining(['7 Plover Lane']) }],
      reminders: [{ created_at: '2026-10-01T12:00:00.000Z' }],
    });
    expect(data.orders.map((each: { order_no: string }) => each.order_no).sort()).toEqual(orderNos.sort());
    expect(data.emails).toHaveLength(2);
    expect(data.emails[0]).toMatchObject({ sent_at: null, subject: expect.stringMatching(/\w/) });
    expect(out).not.toContain('other@example.com');
  });

  it('is erased by address from every table; orders keep their sums, others keep everything [D1]', async () => {
    const orderNos = await leaveTraces('gus@example.com');
    await leaveTraces('other@example.com');
    const sums = () =>
      shop.db.read
        .selectFrom('orders')
        .select(['order_no', 'total_price', 'status_key'])
        .orderBy('order_no')
        .execute();
    const before = await sums();
    const { code, out } = await customers('erase', 'GUS@example.com');
    expect([code, out]).toEqual([
      0,
      'Erased: the newsletter subscription, 1 waiting list entry, 2 open checkouts, 2 emails.\n' +
        'Kept without personal data: 2 orders, 1 review.',
    ]);
    const rows = (await readAllRows(shop.db)).split('\n');
    expect(rows.filter((line) => /gus@example|Gus Q/i.test(line) && !/other@example/.test(line))).toEqual([]);
    expect(rows.filter((line) => /other@example\.com/.test(line)).length).toBeGreaterThan(6);
    expect(await sums()).toEqual(before);
    const jobs = await shop.db.read
      .selectFrom('jobs')
      .select('dedupe_key')
      .where('kind', '=', 'mail')
      .execute();
    expect(JSON.stringify(jobs)).not.toContain(orderNos[0]);
    // After the erasure there is no data left to export or erase.
    for (const what of ['export', 'erase'])
      expect(await customers(what, 'gus@example.com')).toMatchObject({
        code: 1,
        out: expect.stringContaining('The shop has no data about gus@example.com'),
      });
  });

  it.each([
    ['a subscription', 'POST /api/v1/customer/subscribe', { source_type: 2 }],
    ['a reminder', 'POST /api/v1/customer/email', { distinct_id: 'client-1' }],
  ] as const)('is found by %s alone [D1]', async (_, key, body) => {
    await shop.visitor().data(key, { body: { email: 'only@example.com', ...body } as never });
    expect((await customers('export', 'only@example.com')).code).toBe(0);
    expect((await customers('erase', 'only@example.com')).code).toBe(0);
    expect(await readAllRows(shop.db)).not.toContain('only@example.com');
  });

  it('is one person with the account of the address, for the merchant who was asked [D1]', async () => {
    await buy(shop, shop.visitor(), 'ada@example.com');
    await register(shop);
    const data = JSON.parse((await customers('export', 'ada@example.com')).out);
    expect(data).toMatchObject({ account: { email: 'Ada@Example.com' }, orders: [{}] });
    const { out } = await customers('erase', 'ada@example.com');
    expect(out).toContain('the account');
    expect(out).toContain('Kept without personal data: 1 order.');
    expect(await readAllRows(shop.db)).not.toMatch(/ada@example\.com/i);
  });

  it('is erased also where another account is about to change to the address [D1]', async () => {
    await shop.visitor().data('POST /api/v1/customer/subscribe', {
      body: { email: 'gus@example.com', source_type: 2 },
    });
    const ada = await register(shop);
    const change = { password: 'tide-and-salt', email: 'Gus@Example.com' };
    await ada.data('POST /api/v1/storefront/customer/email', { body: change });
    expect((await customers('erase', 'gus@example.com')).code).toBe(0);
    expect(await readAllRows(shop.db)).not.toMatch(/gus@example/i);
  });

  it('is found where the domain is written in letters of another script [D1]', async () => {
    await shop.db.transaction((trx) =>
      addSubscriber(trx, { email: 'gus@xn--mnchen-3ya.de', sourceType: 2, utmTerm: '' }, shop.clock.now()),
    );
    expect(await customers('export', 'gus@münchen.de')).toMatchObject({ code: 0 });
    expect(await customers('erase', 'gus@münchen.de')).toMatchObject({ code: 0 });
    expect(await readAllRows(shop.db)).not.toContain('xn--mnchen');
  });
});
