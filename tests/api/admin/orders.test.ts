import { beforeEach, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import type { TestShop } from '../harness.ts';
import { addProduct, captureOf, createOrderShop, filledIn, order, oregon } from '../orders/fixture.ts';
import { addMember } from '../staff/fixture.ts';

let shop: TestShop;
let product: Awaited<ReturnType<typeof addProduct>>;
beforeEach(async () => {
  shop = await createOrderShop();
  product = await addProduct(shop, { title: 'Mug', price: 2800, stock: 90 });
});

type Staff = Awaited<ReturnType<typeof addMember>>['browser'];

/** Places an order of two mugs, paid by default. */
async function placeOrder({ email = 'ada@example.com', name = ['Ada', 'Lovelace'], isPaid = true } = {}) {
  shop.clock.advance(1000);
  const [first_name = '', last_name = ''] = name;
  const placed = await order(shop.visitor(), [{ ...product, quantity: 2 }], {
    ...filledIn,
    email,
    address: { ...oregon, first_name, last_name },
  });
  if (isPaid)
    await settleCapturedPayment(shop.services, captureOf(placed.orderNo, Math.round(placed.total * 100)));
  return placed.orderNo;
}

const find = async (staff: Staff, query: Record<string, unknown>) => {
  const { items, total } = await staff.data('GET /api/v1/admin/orders', { query: query as never });
  return { numbers: items.map(({ order_no }) => order_no), items, total };
};
const read = (staff: Staff, order_no: string) =>
  staff.data('GET /api/v1/admin/orders/:order_no', { params: { order_no } });
const ship = (staff: Staff, order_no: string, body: object) =>
  staff.call('POST /api/v1/admin/orders/:order_no/parcels', { params: { order_no }, body: body as never });
const mails = () =>
  shop.db.read.selectFrom('mails').select('dedupe_key').where('kind', '=', 'order-shipped').execute();

describe('the list of orders', () => {
  it('finds by the beginning of number, email, name or last name, in any case and without accents (admin)', async () => {
    const { browser } = await addMember(shop);
    const ada = await placeOrder();
    const zoe = await placeOrder({ email: 'ZOE+1@example.org', name: ['Zoë', 'Ångström  Berg'] });
    for (const q of [ada, ada.slice(0, 7).toLowerCase(), 'ADA@exa', 'ada love', 'lovelace'])
      expect((await find(browser, { q })).numbers, q).toEqual([ada]);
    for (const q of ['zoe+1@', 'zoe ang', 'angstrom berg', ' ÅNGSTRÖM '])
      expect((await find(browser, { q })).numbers, q).toEqual([zoe]);
    for (const q of ['%', '_', 'example.com', "'"]) expect((await find(browser, { q })).total, q).toBe(0);
    expect(await find(browser, {})).toMatchObject({ numbers: [zoe, ada], total: 2 });
  });

  it('filters by state, sorts and pages on the server (admin)', async () => {
    const { browser } = await addMember(shop);
    const [first, second, unpaid] = [
      await placeOrder(),
      await placeOrder(),
      await placeOrder({ isPaid: false }),
    ];
    const held = await placeOrder();
    await shop.db.write
      .updateTable('orders')
      .set({ hold_reason: 'Address' })
      .where('order_no', '=', held)
      .execute();
    const state = async (name: string) => (await find(browser, { state: name })).numbers;
    expect(await state('to_ship')).toEqual([second, first]);
    expect(await state('on_hold')).toEqual([held]);
    expect(await state('unpaid')).toEqual([unpaid]);
    expect(await state('shipped')).toEqual([]);
    const page = (number: number) => find(browser, { page: number, per_page: 3, sort: 'order_time:asc' });
    expect(await page(1)).toMatchObject({ numbers: [first, second, unpaid], total: 4 });
    expect(await page(2)).toMatchObject({ numbers: [held], total: 4 });
    expect((await find(browser, { sort: 'order_no:asc' })).numbers).toEqual(
      [first, second, unpaid, held].toSorted(),
    );
    expect((await find(browser, { q: 'ada', state: 'to_ship' })).items[0]).toMatchObject({
      ...{ order_no: second, state: 'to_ship', hold_reason: '', email: 'ada@example.com' },
      ...{ name: 'Ada Lovelace', currency: 'USD', order_time: shop.clock.now() - 2000 },
    });
  });

  it('names the field of an unknown value (admin)', async () => {
    const { browser } = await addMember(shop);
    for (const query of [
      { page: 0 },
      { per_page: 101 },
      { state: 'lost' },
      { sort: 'email:asc' },
      { q: 'x'.repeat(101) },
    ]) {
      const answer = await browser.call('GET /api/v1/admin/orders', { query: query as never });
      expect(answer).toMatchObject({
        code: codes.badParameter,
        msg: expect.stringContaining(Object.keys(query)[0] ?? ''),
      });
    }
  });

  it('has no draft (admin)', async () => {
    const { browser } = await addMember(shop);
    const draft = await placeOrder({ isPaid: false });
    await shop.db.write.updateTable('orders').set({ is_begun: 1 }).where('order_no', '=', draft).execute();
    expect((await find(browser, {})).total).toBe(0);
    const answer = await browser.call('GET /api/v1/admin/orders/:order_no', { params: { order_no: draft } });
    expect(answer.code).toBe(codes.notFound);
  });
});

describe('one order', () => {
  it('has its lines, amounts, payments and timeline (admin)', async () => {
    const { browser } = await addMember(shop);
    const orderNo = await placeOrder();
    const found = await read(browser, orderNo);
    expect(found).toMatchObject({
      ...{ order_no: orderNo, state: 'to_ship', subtotal_price: 56, currency: 'USD', refunded_amount: 0 },
      address: { last_name: 'Lovelace' },
      lines: [{ position: 0, title: 'Mug', quantity: 2, unshipped: 2, price: 28 }],
      payments: [{ state: 'captured' }],
      parcels: [],
    });
    expect(found.timeline.map(({ event }) => event).toSorted()).toEqual(['paid', 'placed']);
  });
});

describe('shipping', () => {
  it('records the parcel, its email and who sent it, all at once (admin)', async () => {
    const { browser } = await addMember(shop, 'owner');
    const orderNo = await placeOrder();
    const { version } = await read(browser, orderNo);
    const part = { position: 0, quantity: 1 };
    const sent = await ship(browser, orderNo, {
      version,
      tracking_num: ' TRACK-1 ',
      tracking_company: 'Post',
      lines: [part],
    });
    expect(sent).toMatchObject({
      code: 0,
      data: {
        state: 'to_ship',
        lines: [{ unshipped: 1 }],
        parcels: [{ tracking_num: 'TRACK-1', tracking_company: 'Post', order_info: [{ quantity: 1 }] }],
      },
    });
    expect(sent.data?.timeline.find(({ event }) => event === 'shipped')).toMatchObject({
      text: 'Post TRACK-1 (1 × Mug)',
      by: 'Ann owner',
    });
    const again = { version: sent.data?.version, tracking_num: 'TRACK-1' };
    expect(await ship(browser, orderNo, again)).toMatchObject({
      code: codes.badParameter,
      msg: `tracking_num: order ${orderNo} already has a parcel TRACK-1.`,
    });
    const rest = await ship(browser, orderNo, { version: sent.data?.version });
    expect(rest.data).toMatchObject({ state: 'shipped', lines: [{ unshipped: 0 }] });
    expect(await mails()).toHaveLength(2);
    const log = await shop.db.read
      .selectFrom('audit_log')
      .select(['subject', 'state', 'details'])
      .where('subject', '=', `order ${orderNo}`)
      .orderBy('id')
      .execute();
    expect(log).toHaveLength(2);
    expect(log[0]).toMatchObject({ state: 'done' });
    expect(JSON.parse(log[0]?.details ?? '')).toEqual({
      ...{ tracking: 'Post TRACK-1', units: ['1 × Mug'], sent_at: shop.clock.now() },
    });
  });

  it('by two people is done once, and the other learns who was faster (admin)', async () => {
    const owner = await addMember(shop, 'owner');
    const packer = await addMember(shop, 'fulfilment');
    const orderNo = await placeOrder();
    const { version } = await read(owner.browser, orderNo);
    const answers = await Promise.all([
      ship(owner.browser, orderNo, { version, tracking_num: 'TRACK-A' }),
      ship(packer.browser, orderNo, { version, tracking_num: 'TRACK-B' }),
    ]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, codes.changedMeanwhile]);
    const isOwnerFirst = answers[0].code === 0;
    const refused = answers[isOwnerFirst ? 1 : 0];
    expect(refused.msg).toContain(
      isOwnerFirst ? 'Ann owner shipped 2 × Mug with TRACK-A' : 'Ann fulfilment shipped 2 × Mug with TRACK-B',
    );
    expect((await read(owner.browser, orderNo)).parcels).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
    // A double click sends the same request twice.
    const again = await ship(owner.browser, orderNo, { version, tracking_num: 'TRACK-A' });
    expect(again.code).toBe(codes.changedMeanwhile);
    expect(await mails()).toHaveLength(1);
  });

  it('of too much, of an unpaid or an unknown order changes nothing (admin)', async () => {
    const { browser } = await addMember(shop);
    const orderNo = await placeOrder();
    const { version } = await read(browser, orderNo);
    const refused = async (no: string, body: object, message: string, code: number = codes.badParameter) => {
      const answer = await ship(browser, no, body);
      expect(answer).toMatchObject({ code, msg: expect.stringContaining(message) });
    };
    await refused(orderNo, { version, lines: [{ position: 0, quantity: 3 }] }, 'only 2 left to ship');
    await refused(orderNo, { version, lines: [{ position: 7, quantity: 1 }] }, 'no line 7');
    await refused(orderNo, { version, tracking_num: 'a b' }, 'tracking_num');
    await refused(orderNo, {}, 'version');
    const unpaid = await placeOrder({ isPaid: false });
    await refused(unpaid, { version: (await read(browser, unpaid)).version }, 'it is unpaid');
    await refused('AAAAA-BBBBB', { version }, 'There is no order', codes.notFound);
    expect(await mails()).toEqual([]);
    expect((await read(browser, orderNo)).version).toBe(version);
  });

  it('is not for an editor, a customer or anybody else (admin)', async () => {
    await addMember(shop);
    const orderNo = await placeOrder();
    const editor = await addMember(shop, 'editor');
    expect((await ship(editor.browser, orderNo, { version: 'x' })).code).toBe(codes.notAllowed);
    expect((await editor.browser.call('GET /api/v1/admin/orders')).code).toBe(codes.notAllowed);
    expect((await ship(shop.visitor(), orderNo, { version: 'x' })).code).toBe(codes.notLoggedIn);
  });
});
