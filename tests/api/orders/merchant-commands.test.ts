import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import { insertPaymentNote } from '#server/payments/stores/notes.ts';
import { testFolder } from '../catalog/files.ts';
import { shopCommandLines } from '../harness/shop-command.ts';
import type { TestShop } from '../harness.ts';
import {
  addCoupon,
  addProduct,
  captureOf,
  createOrderShop,
  filledIn,
  order,
  oregon,
  stockOf,
} from './fixture.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await createOrderShop();
});

const run = (...typed: string[]) => shopCommandLines(shop, ...typed);

/** Orders two mugs and a jug, paid by default. */
async function ordered(isPaid = true, lang = '') {
  const mug = await addProduct(shop, { title: 'Mug', price: 2800, stock: 9 });
  const jug = await addProduct(shop, { title: 'Jug', price: 5200, stock: 9 });
  const visitor = shop.visitor();
  const placed = await order(visitor, [{ ...mug, quantity: 2 }, jug], {
    ...filledIn,
    note: 'Ring twice',
  });
  if (lang)
    await shop.db.write.updateTable('orders').set({ lang }).where('order_no', '=', placed.orderNo).execute();
  if (isPaid)
    await settleCapturedPayment(shop.services, captureOf(placed.orderNo, Math.round(placed.total * 100)));
  return { visitor, mug, jug, ...placed };
}

const wire = ({ visitor, orderNo }: Awaited<ReturnType<typeof ordered>>) =>
  visitor.data('GET /api/v1/order/:id', { params: { id: orderNo } });
const mails = async (orderNo: string) =>
  shop.db.read
    .selectFrom('mails')
    .selectAll()
    .where('dedupe_key', 'like', `order-shipped:${orderNo}:%`)
    .orderBy('id')
    .execute();

describe('orders list', () => {
  it('shows the newest first, or those of one status only', async () => {
    const [first, second] = [await ordered(), await ordered(false)];
    shop.clock.advance(1);
    const last = await ordered();
    const numbers = async (...words: string[]) =>
      (await run('orders', ...words)).map((line) => line.split(' ')[0]).sort();
    expect((await run('orders', 'list', '1'))[0]).toContain(last.orderNo);
    expect(await numbers('list')).toEqual([first, second, last].map(({ orderNo }) => orderNo).sort());
    expect(await numbers('list', '--status=paid')).toEqual(
      [first, last].map(({ orderNo }) => orderNo).sort(),
    );
    expect(await run('orders', 'list', '--status=cancelled')).toEqual(['No such orders.']);
    const json = JSON.parse((await run('orders', 'list', '--status=paid', '--json')).join(''));
    expect(json).toHaveLength(2);
    expect(json[0]).toMatchObject({ status: 'paid', currency: 'USD', total: expect.any(Number) });
    expect(await run('orders', 'list', '--status=cancelled', '--json')).toEqual(['[]']);
    await expect(run('orders', 'list', '--status=5')).rejects.toThrow("'5' is invalid. Allowed choices are ");
  });
});

describe('orders show', () => {
  it('tells everything of an order, and what payment forms reported of it [API-051, API-058, API-061]', async () => {
    const { orderNo } = await ordered();
    // As an earlier version stored the note.
    await shop.db.write.updateTable('orders').set({ note: 'Ring\u001b[2J twice' }).execute();
    for (const [kind, message] of [
      ['paypal-email', 'other@example.com'],
      ['linwei', 'frame did not load'],
      ['paypal', 'approved: PP1'],
    ] as const)
      await insertPaymentNote(shop.db.write, { kind, orderNo, providerRef: '', message }, shop.clock.now());
    const said = (await run('orders', 'show', orderNo)).join('\n');
    for (const words of [
      `Order      ${orderNo}, paid, 2026-10-01 12:00`,
      'Email      ada@example.com',
      'Ada Lovelace, 12 Elm Street, Portland, OR 97204',
      '2 × Mug',
      '1 × Jug',
      `Payment    1 simulated captured`,
      'paypal-email: other@example.com',
      'linwei: frame did not load',
      'paypal: approved: PP1',
      'Note       Ring [2J twice',
    ])
      expect(said).toContain(words);
    expect(said).not.toContain('\u001b');
    const json = JSON.parse((await run('orders', 'show', orderNo, '--json')).join(''));
    expect(json).toMatchObject({
      ...{ order_no: orderNo, status: 'paid', placed_at: '2026-10-01T12:00:00.000Z', currency: 'USD' },
      lines: [{ title: 'Mug', quantity: 2, price: 28 }, { title: 'Jug' }],
      amounts: { subtotal: 108, total: 122.95 },
      payments: [{ state: 'captured', amount: 122.95 }],
    });
    await expect(run('orders', 'show', 'AAAAA-BBBBB')).rejects.toThrow('There is no order AAAAA-BBBBB.');
    await expect(run('orders', 'dance')).rejects.toThrow("unknown command 'dance'");
  });
});

describe('orders ship', () => {
  it('sends parcel by parcel, each once with one mail, and is shipped with the last piece [ORD-01]', async () => {
    const placed = await ordered();
    const { orderNo } = placed;
    await run('orders', 'ship', orderNo, 'TRACK-1', 'Post', 'line:0=1');
    await run('orders', 'ship', orderNo, 'TRACK-1', 'Post', 'line:0=1');
    expect(await wire(placed)).toMatchObject({
      status_key: 2,
      tracking_info: [
        { tracking_num: 'TRACK-1', order_info: [{ title: 'Mug', variant_option: 'Sand', quantity: 1 }] },
      ],
    });
    await expect(run('orders', 'ship', orderNo, 'TRACK-2', 'line:0=2')).rejects.toThrow(
      'only 1 left to ship, not 2',
    );
    await run('ship', orderNo, 'TRACK-2', 'Royal', 'Mail');
    const { status_key, tracking_info } = await wire(placed);
    expect(status_key).toBe(3);
    expect(tracking_info[1]).toMatchObject({
      tracking_company: 'Royal Mail',
      order_info: [
        { title: 'Mug', quantity: 1 },
        { title: 'Jug', quantity: 1 },
      ],
    });
    const sent = await mails(orderNo);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toMatchObject({ to_address: 'ada@example.com', kind: 'order-shipped' });
    expect(sent[0]?.subject).toContain('Your order is on its way');
    for (const words of ['It travels with Post TRACK-1.', '1 × Mug, Sand', 'TRACK-1']) {
      expect(sent[0]?.text).toContain(words);
      expect(sent[0]?.html).toContain(words);
    }
    await expect(run('orders', 'ship', orderNo, 'TRACK-3', 'line:0=1')).rejects.toThrow(
      'only 0 left to ship',
    );
    await expect(run('orders', 'ship', orderNo, 'TRACK-3')).rejects.toThrow('Nothing is left to ship.');
    expect(await mails(orderNo)).toHaveLength(2);
  });

  it('sends parcels without a tracking number: one mail each, and nothing to follow [ORD-06]', async () => {
    const placed = await ordered();
    const { orderNo } = placed;
    await expect(run('orders', 'ship', orderNo, 'no')).rejects.toThrow('or - for none');
    await run('orders', 'ship', orderNo, '-', 'Bicycle courier', 'line:0=1');
    await run('orders', 'ship', orderNo, '-');
    const { status_key, tracking_info } = await wire(placed);
    expect(status_key).toBe(3);
    expect(tracking_info).toMatchObject([
      { tracking_num: '', tracking_url: '', tracking_company: 'Bicycle courier' },
      { tracking_num: '', tracking_url: '', tracking_company: '' },
    ]);
    const sent = await mails(orderNo);
    expect(sent).toHaveLength(2);
    for (const { text } of sent) expect(text).not.toContain('{number}');
    await expect(run('orders', 'ship', orderNo, '-')).rejects.toThrow('Nothing is left to ship.');
    await run('orders', 'deliver', orderNo, '-');
    expect((await wire(placed)).tracking_info.map(({ delivered_at }) => delivered_at)).toEqual([
      shop.clock.now(),
      shop.clock.now(),
    ]);
  });

  it('sends no more than was bought, and nothing that two lines could mean', async () => {
    const { orderNo } = await ordered();
    const lines = shop.db.write.updateTable('order_lines').where('order_no', '=', orderNo);
    await lines.set({ sku: 'BOTH' }).execute();
    await expect(run('orders', 'ship', orderNo, 'TRACK-1', 'BOTH=1')).rejects.toThrow(
      '"BOTH" is on several lines. Use one of line:0, line:1 instead of the SKU.',
    );
    await lines.set({ sku: 'line:0' }).where('position', '=', 1).execute();
    const mug = ['BOTH=2', 'line:0=1'];
    await run('orders', 'ship', orderNo, 'TRACK-1', ...mug);
    const parcel = await shop.db.read.selectFrom('parcels').select('order_info').executeTakeFirstOrThrow();
    expect(JSON.parse(parcel.order_info)).toMatchObject([
      { title: 'Mug', quantity: 2 },
      { title: 'Jug', quantity: 1 },
    ]);
    const twice = await ordered();
    const named = shop.db.write.updateTable('order_lines').where('order_no', '=', twice.orderNo);
    await named.set({ sku: 'MUG' }).where('position', '=', 0).execute();
    await expect(run('orders', 'ship', twice.orderNo, 'TRACK-2', 'MUG=2', 'line:0=1')).rejects.toThrow(
      'only 2 left to ship, not 3',
    );
  });

  it('sends nothing that was refunded, and nothing at all of what is refunded whole', async () => {
    const placed = await ordered();
    await run('orders', 'refund', placed.orderNo, 'line:0=1', '--restock');
    await run('orders', 'ship', placed.orderNo, 'TRACK-1');
    const [parcel] = (await wire(placed)).tracking_info;
    expect(parcel?.order_info).toMatchObject([
      { title: 'Mug', quantity: 1 },
      { title: 'Jug', quantity: 1 },
    ]);
    expect((await wire(placed)).status_key).toBe(3);
    const whole = await ordered();
    await run('orders', 'refund', whole.orderNo);
    await expect(run('ship', whole.orderNo, 'TRACK-2')).rejects.toThrow('it is being refunded');
  });

  it('sends nothing that is unpaid or on hold', async () => {
    const unpaid = await ordered(false);
    await expect(run('orders', 'ship', unpaid.orderNo, 'TRACK-1')).rejects.toThrow('it is unpaid');
    await expect(run('orders', 'hold', unpaid.orderNo, 'why')).rejects.toThrow('is not paid');
    const placed = await ordered();
    await run('orders', 'hold', placed.orderNo, 'Address', 'looks', 'odd');
    await expect(run('ship', placed.orderNo, 'TRACK-1')).rejects.toThrow('it is on hold (Address looks odd)');
    expect((await run('orders')).filter((line) => line.includes('on hold: Address looks odd'))).toHaveLength(
      1,
    );
    await run('orders', 'release', placed.orderNo);
    await run('ship', placed.orderNo, 'TRACK-1');
    expect((await wire(placed)).status_key).toBe(3);
    expect(await mails(placed.orderNo)).toHaveLength(1);
  });
});

describe('orders pack and deliver', () => {
  const day = 86_400_000;

  it('note when it was packed and when each parcel arrived, once; with the last parcel it is completed', async () => {
    const placed = await ordered();
    const { orderNo } = placed;
    const packedAt = shop.clock.now();
    await run('orders', 'pack', orderNo);
    expect(await wire(placed)).toMatchObject({ status_key: 2, packed_at: packedAt });
    await expect(run('orders', 'deliver', orderNo)).rejects.toThrow('none of its parcels was shipped');
    shop.clock.advance(day);
    await run('orders', 'pack', orderNo);
    await run('orders', 'ship', orderNo, 'TRACK-1', 'Post', 'line:0=2');
    await run('orders', 'deliver', orderNo, 'TRACK-1');
    const firstAt = shop.clock.now();
    // Not completed: the rest of the order has not been shipped yet.
    expect(await wire(placed)).toMatchObject({ status_key: 2, packed_at: packedAt });
    shop.clock.advance(day);
    await run('ship', orderNo, 'TRACK-2', 'Post');
    await expect(run('orders', 'deliver', orderNo, 'TRACK-3')).rejects.toThrow('has no parcel TRACK-3');
    shop.clock.advance(day);
    await run('orders', 'deliver', orderNo);
    const arrived = (await wire(placed)).tracking_info.map(({ delivered_at }) => delivered_at);
    expect(arrived).toEqual([firstAt, firstAt + 2 * day]);
    expect((await wire(placed)).status_key).toBe(4);
    const said = (await run('orders', 'show', orderNo)).join('\n');
    expect(said).toContain('Packed     2026-10-01 12:00');
    expect(said).toContain('1 × Jug, Sand, arrived 2026-10-04 12:00');
  });

  it('are refused for what is unpaid, on hold, sent or closed', async () => {
    const unpaid = await ordered(false);
    await expect(run('orders', 'pack', unpaid.orderNo)).rejects.toThrow('it is unpaid');
    const placed = await ordered();
    await run('orders', 'hold', placed.orderNo, 'why');
    expect((await wire(placed)).is_on_hold).toBe(true);
    await expect(run('orders', 'pack', placed.orderNo)).rejects.toThrow('it is on hold (why)');
    await run('orders', 'release', placed.orderNo);
    await run('ship', placed.orderNo, 'TRACK-1');
    await expect(run('orders', 'pack', placed.orderNo)).rejects.toThrow('it is already shipped or closed');
    await expect(run('orders', 'pack', 'AAAAA-BBBBB')).rejects.toThrow('There is no order AAAAA-BBBBB.');
  });
});

describe('orders cancel', () => {
  it('gives stock and coupon of an unpaid order back, once, and refuses a paid one', async () => {
    await addCoupon(shop, { code: 'TIDE', amountOff: 500, usageLimit: 1 });
    const placed = await ordered(false);
    expect(await stockOf(shop, placed.mug.variant)).toBe(7);
    await run('orders', 'cancel', placed.orderNo);
    await run('orders', 'cancel', placed.orderNo);
    expect(await stockOf(shop, placed.mug.variant)).toBe(9);
    expect((await wire(placed)).status_key).toBe(5);
    const paid = await ordered();
    await expect(run('orders', 'cancel', paid.orderNo)).rejects.toThrow('cannot be cancelled: it is paid');
  });
});

describe('orders refund', () => {
  it('reads amounts and pieces, takes the same words for the same refund, and another by --again', async () => {
    const { orderNo } = await ordered();
    const count = async () =>
      (
        await shop.db.read.selectFrom('refunds').select('amount').where('order_no', '=', orderNo).execute()
      ).map(({ amount }) => amount);
    expect(await run('orders', 'refund', orderNo, '5', '--reason=A chip')).toEqual([
      `Refunding 5.00 USD of order ${orderNo}. 117.95 USD can still be refunded.`,
    ]);
    await run('orders', 'refund', orderNo, '5.00');
    expect(await count()).toEqual([500]);
    await run('orders', 'refund', orderNo, '5', '--again=2');
    await run('orders', 'refund', orderNo, 'line:0=1');
    expect((await count()).toSorted()).toEqual([2800, 500, 500]);
    await expect(run('orders', 'refund', orderNo, 'much')).rejects.toThrow('"much" is not an amount');
    await expect(run('orders', 'refund', orderNo, 'NONE=1')).rejects.toThrow(
      'The order has no line "NONE". Its lines are SKU-',
    );
    await expect(run('orders', 'refund', orderNo, '500')).rejects.toThrow('is more than the');
  });
});

describe('what orders refund prints', () => {
  it('is what moved now: nothing for the same words again, and how to refund once more [BR-07]', async () => {
    const { orderNo } = await ordered();
    const refund = (...words: string[]) => run('orders', 'refund', orderNo, ...words);
    const amounts = async () =>
      (await shop.db.read.selectFrom('refunds').select('amount').execute()).map(({ amount }) => amount);
    await refund('3');
    shop.clock.advance(60_000);
    expect(await refund('3.00', '--reason=Once more')).toEqual([
      `No new refund: this refund of 3.00 USD of order ${orderNo}, requested 2026-10-01 12:00, is being sent.`,
      '119.95 USD can still be refunded. To refund another 3.00 USD, add --again.',
    ]);
    await shop.db.write.updateTable('refunds').set({ state: 'sent' }).execute();
    expect((await refund('3'))[0]).toMatch(/^No new refund: this refund of 3\.00 USD .* was sent\.$/);
    expect(await amounts()).toEqual([300]);
    // Each --again is another refund; --again=x is one refund, however often it is repeated.
    expect(await refund('3', '--again')).toEqual([
      `Refunding 3.00 USD of order ${orderNo}. 116.95 USD can still be refunded.`,
    ]);
    await refund('3', '--again');
    await refund('3', '--again=x');
    expect((await refund('3', '--again=x'))[0]).toMatch(/^No new refund/);
    // An argument after --again is the amount.
    expect((await refund('--again', '3'))[0]).toMatch(/^Refunding 3\.00 USD of order/);
    expect(await amounts()).toEqual([300, 300, 300, 300, 300]);
  });

  it('names pieces and stock, and says the same of a whole refund [BR-07]', async () => {
    const { orderNo } = await ordered();
    const refund = (...words: string[]) => run('orders', 'refund', orderNo, ...words);
    expect(await refund('line:0=1', '--restock')).toEqual([
      `Refunding 28.00 USD of order ${orderNo}. 94.95 USD can still be refunded.`,
      '1 × Mug, Sand: returns to stock once the refund is sent',
    ]);
    expect((await refund('line:0=1', '--restock'))[0]).toMatch(/^No new refund: this refund of 28\.00 USD/);
    expect((await refund())[0]).toBe(
      `Refunding 94.95 USD of order ${orderNo}. 0.00 USD can still be refunded.`,
    );
    expect(await refund()).toEqual([
      expect.stringMatching(/^No new refund: this refund of 94\.95 USD/),
      '0.00 USD can still be refunded.',
    ]);
    await expect(refund('--again')).rejects.toThrow(`There is nothing left to refund of order ${orderNo}.`);
    for (const more of ['28', 'line:0=1'])
      await expect(refund(more, '--forget')).rejects.toThrow('--forget applies to all waiting refunds');
    expect((await refund('--forget')).toSorted()).toEqual([
      `Stopped the refund of 28.00 USD of order ${orderNo}; you can refund it again`,
      `Stopped the refund of 94.95 USD of order ${orderNo}; you can refund it again`,
    ]);
    expect(await refund('--forget')).toEqual([
      `Order ${orderNo} has no waiting refund; nothing was changed.`,
    ]);
  });

  it('is money, also where the amount is refused [BR-08]', async () => {
    const { orderNo } = await ordered();
    const refund = (...words: string[]) => run('orders', 'refund', orderNo, ...words);
    await refund('22.95');
    await expect(refund('170')).rejects.toThrow(
      `170.00 USD is more than the 100.00 USD left to refund of order ${orderNo}.`,
    );
    await shop.db.write.updateTable('order_lines').set({ is_gift: 1, tax: 0 }).execute();
    await expect(refund('line:0=1')).rejects.toThrow('These units cost nothing');
  });

  it.each([
    ['0', 'must be above 0'],
    ['0.00', 'must be above 0'],
    ['0.005', 'more decimals than USD has (2)'],
    ['5.001', 'more decimals than USD has (2)'],
    ['-3', 'is not an amount'],
    ['1e2', 'is not an amount'],
    ['1,234.50', 'is not an amount'],
    ['$5', 'is not an amount'],
    [' ', 'must be above 0'],
  ])('is a refusal for an amount of %j, and nothing moves [BR-08]', async (typed, reason) => {
    const { orderNo } = await ordered();
    const refused = await run('orders', 'refund', orderNo, typed).catch((error: Error) => error);
    expect(refused).toMatchObject({ code: 2, message: expect.stringContaining(reason) });
    expect(await shop.db.read.selectFrom('refunds').selectAll().execute()).toEqual([]);
  });

  it('is a refusal for a fraction of a yen [BR-08]', async () => {
    const { orderNo } = await ordered();
    await shop.db.write.updateTable('orders').set({ currency: 'JPY' }).execute();
    await expect(run('orders', 'refund', orderNo, '500.5')).rejects.toThrow('more decimals than JPY has (0)');
  });
});

describe('orders export', () => {
  it('writes a row a line, and no formula that a spreadsheet would run', async () => {
    const { orderNo } = await ordered();
    const address = { ...oregon, first_name: '=cmd|calc', city: '+1' };
    await shop.db.write
      .updateTable('orders')
      .set({ address: JSON.stringify(address) })
      .execute();
    const file = join(testFolder(), 'orders.csv');
    expect(await run('orders', 'export', file)).toEqual([`1 order written to ${file}`]);
    const [head, ...rows] = readFileSync(file, 'utf8').trim().split('\n');
    expect(head).toContain('Order,Placed,Status');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain(`${orderNo},2026-10-01 12:00,paid,`);
    expect(rows[0]).toContain("'=cmd|calc Lovelace");
    expect(rows[0]).toContain("'+1");
  });

  it('is readable by its own user only, and steers no terminal with what shoppers wrote [T5]', async () => {
    await ordered();
    const address = {
      ...oregon,
      first_name: 'A\u001b[2Jda',
      last_name: '\u202eLove\u009blace',
      city: 'Port\nland',
    };
    await shop.db.write
      .updateTable('orders')
      .set({ address: JSON.stringify(address), hold_reason: 'late\u0007' })
      .execute();
    const folder = testFolder();
    const file = join(folder, 'orders.csv');
    // Left by a killed command and by an earlier version.
    for (const name of [file, `${file}.part`]) writeFileSync(name, 'old', { mode: 0o644 });
    await run('orders', 'export', file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    expect(text).toContain('A[2Jda Lovelace');
    expect(text).toContain('Port land');
    const products = join(folder, 'products.csv');
    await run('export', products);
    expect(statSync(products).mode & 0o777).toBe(0o600);
  });

  it('and show say whose the bill is where it is not who gets the goods', async () => {
    const { orderNo } = await ordered();
    const file = join(testFolder(), 'orders.csv');
    const read = async () => {
      await run('orders', 'export', file);
      const [head = '', row = ''] = readFileSync(file, 'utf8').trim().split('\n');
      expect(row.split(',')).toHaveLength(head.split(',').length);
      return row;
    };
    const show = async () => (await run('orders', 'show', orderNo)).join('\n');
    expect(await read()).toMatch(/,97204,OR,US,{6}$/);
    expect(await show()).not.toContain('Bill to');
    const billing = { ...oregon, first_name: 'Grace', last_name: 'Hopper', city: 'Salem' };
    await shop.db.write
      .updateTable('orders')
      .set({ billing: JSON.stringify(billing) })
      .execute();
    expect(await read()).toMatch(/,97204,OR,US,Grace Hopper,12 Elm Street,Salem,97204,OR,US$/);
    expect(await show()).toContain('Bill to    Grace Hopper, 12 Elm Street, Salem, OR 97204');
  });
});
