/** Return requests and the merchant's answers. */
import { beforeEach, expect, it } from 'vitest';
import { anonymiseOrders } from '#server/orders/customer-orders-store.ts';
import { returnSettings } from '#server/orders/return-settings.ts';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import { writeSetting } from '#server/settings/store.ts';
import { shopCommandLines } from '../harness/shop-command.ts';
import type { TestShop } from '../harness.ts';
import { addProduct, captureOf, createOrderShop, order } from './fixture.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await createOrderShop();
  await offer({ days: 30 });
});

const day = 86_400_000;
const offer = (value: { days: number; reasons?: ('damaged' | 'other')[] }) =>
  shop.db.transaction((trx) => writeSetting(trx, 'returns', returnSettings, value, shop.clock.now()));

const run = (...typed: string[]) => shopCommandLines(shop, ...typed);

/** Orders two mugs and a jug, paid and shipped. */
async function sent() {
  const mug = await addProduct(shop, { title: 'Mug', price: 2800, stock: 9 });
  const jug = await addProduct(shop, { title: 'Jug', price: 5200, stock: 9 });
  const visitor = shop.visitor();
  const placed = await order(visitor, [{ ...mug, quantity: 2 }, jug]);
  await settleCapturedPayment(shop.services, captureOf(placed.orderNo, Math.round(placed.total * 100)));
  await run('ship', placed.orderNo, 'TRACK-1', 'Post');
  return { visitor, mug, ...placed };
}

interface Asked {
  request_id?: string;
  lines?: { position: number; quantity: number }[];
  reason?: 'changed_mind' | 'damaged' | 'other';
  words?: string;
  token?: string;
}
const ask = (visitor: ReturnType<TestShop['visitor']>, order_no: string, change: Asked = {}) =>
  visitor.call('POST /api/v1/storefront/order/returns', {
    body: {
      ...{ order_no, request_id: 'one', lines: [{ position: 0, quantity: 1 }] },
      ...{ reason: 'changed_mind' as const, words: '', ...change },
    },
  });
const count = async () => (await shop.db.read.selectFrom('returns').select('id').execute()).length;
const mails = async () =>
  (
    await shop.db.read
      .selectFrom('mails')
      .select(['dedupe_key', 'text'])
      .where('kind', '=', 'order-return')
      .orderBy('id')
      .execute()
  ).map(({ dedupe_key, text }) => [dedupe_key.split(':').at(-1), text] as const);

it('is asked for piece by piece, once however often it is sent, and never for more than is left', async () => {
  const { visitor, orderNo } = await sent();
  const first = await ask(visitor, orderNo, { words: ' The glaze \n' });
  expect(first.data).toMatchObject({
    returns: [
      {
        ...{ state: 'asked', reason: 'changed_mind', words: 'The glaze', answer: '' },
        ...{ asked_at: shop.clock.now(), answered_at: null, arrived_at: null, refunded_at: null },
        lines: [{ position: 0, quantity: 1, title: 'Mug', variant_option: 'Sand' }],
      },
    ],
    returnable: {
      lines: [
        { position: 0, quantity: 1 },
        { position: 1, quantity: 1, title: 'Jug' },
      ],
    },
  });
  expect((await ask(visitor, orderNo)).code).toBe(0);
  expect(await count()).toBe(1);
  const more = { request_id: 'two', lines: [{ position: 0, quantity: 2 }] };
  expect(await ask(visitor, orderNo, more)).toMatchObject({
    code: 10001,
    msg: 'lines: 2 units of line 0 cannot be returned; at most 1 can.',
  });
  // Two lines for one position are added up.
  const twice = [
    { position: 0, quantity: 1 },
    { position: 0, quantity: 1 },
  ];
  expect((await ask(visitor, orderNo, { request_id: 'three', lines: twice })).code).toBe(10001);
  expect(
    (await ask(visitor, orderNo, { request_id: 'four', lines: [{ position: 7, quantity: 1 }] })).code,
  ).toBe(10001);
  const both = [
    { position: 0, quantity: 1 },
    { position: 1, quantity: 1 },
  ];
  expect((await ask(visitor, orderNo, { request_id: 'five', lines: both })).data?.returnable).toBeNull();
  expect((await mails()).map(([state]) => state)).toEqual(['asked', 'asked']);
});

it('two wishes at one moment never ask for more than is left', async () => {
  const { visitor, orderNo } = await sent();
  const both = { lines: [{ position: 0, quantity: 2 }] };
  const answers = await Promise.all([
    ask(visitor, orderNo, { ...both, request_id: 'one' }),
    ask(visitor, orderNo, { ...both, request_id: 'two' }),
  ]);
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 10001]);
  expect(await count()).toBe(1);
});

it('opens to the link of the order and to nobody else', async () => {
  const { orderNo, token } = await sent();
  const stranger = shop.visitor();
  expect((await ask(stranger, orderNo)).code).toBe(10403);
  expect((await ask(stranger, orderNo, { token: 'guess' })).code).toBe(10403);
  expect((await ask(stranger, 'AAAAA-BBBBB', { token })).code).toBe(10403);
  expect(await count()).toBe(0);
  expect((await ask(stranger, orderNo, { token })).code).toBe(0);
});

it('is not offered before it was sent, after its days, for another reason, nor where the shop takes none', async () => {
  const mug = await addProduct(shop, { title: 'Mug', price: 2800, stock: 9 });
  const visitor = shop.visitor();
  const unsent = await order(visitor, [mug]);
  expect((await ask(visitor, unsent.orderNo)).code).toBe(10001);
  const placed = await sent();
  await offer({ days: 30, reasons: ['damaged'] });
  expect(await ask(placed.visitor, placed.orderNo)).toMatchObject({
    code: 10001,
    msg: 'reason: must be one of the return reasons of this shop.',
  });
  shop.clock.advance(20 * day);
  await run('orders', 'deliver', placed.orderNo);
  shop.clock.advance(30 * day);
  expect((await ask(placed.visitor, placed.orderNo, { reason: 'damaged' })).code).toBe(0);
  shop.clock.advance(1);
  const late = { reason: 'damaged' as const, request_id: 'two' };
  expect((await ask(placed.visitor, placed.orderNo, late)).code).toBe(10001);
  await shop.db.write.deleteFrom('settings').where('key', '=', 'returns').execute();
  expect((await ask(placed.visitor, placed.orderNo, late)).code).toBe(10001);
});

it('is accepted, arrives and is paid back by commands, with a mail each; what was refused may be asked for again', async () => {
  const { visitor, orderNo } = await sent();
  await ask(visitor, orderNo, { lines: [{ position: 0, quantity: 2 }], words: 'Too\u001b[2J small' });
  const [line = ''] = await run('returns');
  expect(line).toMatch(
    /^(\d+) {2}\S+ {2}2026-10-01 {2}asked {2}2 × Mug \(SKU-\d+\) {2}changed_mind: Too\[2J small$/,
  );
  const [id = ''] = line.split(' ');
  expect(await run('returns', 'list', '--state=arrived')).toEqual(['No such returns.']);
  await run('returns', 'accept', id, '--answer=A label is on its way.');
  await run('returns', 'accept', id);
  await run('returns', 'arrived', id);
  await expect(run('returns', 'refuse', id, '--answer=No')).rejects.toThrow('is arrived');
  await expect(run('returns', 'refuse', id)).rejects.toThrow('--answer');
  await expect(run('returns', 'accept', '999')).rejects.toThrow('There is no return 999.');
  const said = await mails();
  expect(said.map(([state]) => state)).toEqual(['asked', 'accepted', 'arrived']);
  expect(said[1]?.[1]).toContain('A label is on its way.');
  expect(said[1]?.[1]).toContain('2 × Mug, Sand');
  expect(await run('orders', 'refund', orderNo, `--return=${id}`, '--restock')).toEqual([
    expect.stringContaining(`Refunding 56.00 USD of order ${orderNo}.`),
    '2 × Mug, Sand: returns to stock once the refund is sent',
  ]);
  await expect(run('orders', 'refund', orderNo, '--return=999')).rejects.toThrow('has no return 999');
  await shop.db.write.updateTable('refunds').set({ state: 'sent' }).execute();
  const told = await visitor.data('GET /api/v1/order/:id', { params: { id: orderNo } });
  // The returned units count once, so only the jug is left.
  expect(told).toMatchObject({ returns: [{ state: 'refunded' }], returnable: { lines: [{ position: 1 }] } });
  const jug = { request_id: 'two', lines: [{ position: 1, quantity: 1 }] };
  await ask(visitor, orderNo, jug);
  await run('returns', 'refuse', String(Number(id) + 1), '--answer=It was used.');
  expect(
    (await ask(visitor, orderNo, { ...jug, request_id: 'three' })).data?.returns.map(({ state }) => state),
  ).toEqual(['refunded', 'refused', 'asked']);
});

it('is not answered any more once money went for it, is listed as refunded, and may be paid back in two sums', async () => {
  const { visitor, orderNo } = await sent();
  await ask(visitor, orderNo);
  const [id = ''] = (await run('returns'))[0]!.split(' ');
  const pay = (...more: string[]) => run('orders', 'refund', orderNo, '10', `--return=${id}`, ...more);
  await pay();
  // Repeating the command makes no second refund.
  await pay();
  for (const answer of ['refuse', 'accept', 'arrived'])
    await expect(run('returns', answer, id, '--answer=No')).rejects.toThrow(`Return ${id} is refunded`);
  expect(await run('returns', 'list', '--state=asked')).toEqual(['No such returns.']);
  expect((await run('returns', 'list', '--state=refunded'))[0]).toContain('  refunded  1 × Mug');
  expect((await run('orders', 'show', orderNo)).join()).toContain(`Return     ${id} refunded`);
  expect((await mails()).map(([state]) => state)).toEqual(['asked']);

  await pay('--again=2');
  const refunds = await shop.db.read.selectFrom('refunds').select(['return_id', 'amount']).execute();
  expect(refunds).toEqual([1, 2].map(() => ({ return_id: Number(id), amount: 1000 })));
  const read = () => visitor.data('GET /api/v1/order/:id', { params: { id: orderNo } });
  const told = async () => {
    const { returns, returnable } = await read();
    return [returns[0]?.state, returnable?.lines.map(({ position, quantity }) => [position, quantity])];
  };
  // One of the two mugs is being returned, however many refunds were made for it.
  const rest = [
    [0, 1],
    [1, 1],
  ];
  expect(await told()).toEqual(['asked', rest]);
  shop.clock.advance(day);
  const state = { state: 'sent' as const, updated_at: shop.clock.now() };
  await shop.db.write.updateTable('refunds').set(state).execute();
  expect(await told()).toEqual(['refunded', rest]);
  expect((await read()).returns[0]?.refunded_at).toBe(shop.clock.now());
  // A refund that the provider rejected does not count.
  await shop.db.write.updateTable('refunds').set({ state: 'refused' }).execute();
  expect(await told()).toEqual(['asked', rest]);
  expect(await run('returns', 'list', '--state=refunded')).toEqual(['No such returns.']);
  await run('returns', 'refuse', id, '--answer=It was used.');
  await expect(pay('--again=3')).rejects.toThrow(`Return ${id} was refused.`);
});

it('of a parcel that nobody said has come is open until its days after the promised last day', async () => {
  const { visitor, orderNo } = await sent();
  await shop.db.write
    .updateTable('orders')
    .set({ arrives_from: '2026-11-05', arrives_to: '2026-11-12' })
    .execute();
  shop.clock.set(Date.parse('2026-11-13') + 30 * day);
  expect((await ask(visitor, orderNo)).code).toBe(0);
  shop.clock.advance(1);
  expect((await ask(visitor, orderNo, { request_id: 'two' })).code).toBe(10001);
});

it('keeps no words of a person who was erased', async () => {
  const { visitor, orderNo } = await sent();
  await ask(visitor, orderNo, { words: 'Ada is my name' });
  await shop.db.write.updateTable('orders').set({ customer_id: null }).execute();
  await shop.db.transaction((trx) =>
    anonymiseOrders(trx, { customerId: null, email: 'ada@example.com' }, shop.clock.now()),
  );
  const row = await shop.db.read.selectFrom('returns').select(['words', 'state']).executeTakeFirstOrThrow();
  expect(row).toEqual({ words: '', state: 'asked' });
});
