/** Links to checkouts and orders: no table contains the token that opens them. */
import { beforeAll, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { backupTables } from '#server/backup/backup-tables.ts';
import { jobHandlers } from '#server/jobs/table.ts';
import { withMailTokens } from '#server/mail/mail-tokens.ts';
import { readUnsentMail } from '#server/mail/outbox-store.ts';
import { orderMailTokenResolvers } from '#server/orders/mailed-link.ts';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import { adoptServerKey, adoptServerKeyForCommand, serverSecret } from '#server/settings/server-key.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import type { TestShop } from '../harness.ts';
import { addProduct, captureOf, createOrderShop, openCheckout, order, submit } from './fixture.ts';

const year = 365 * 24 * 60 * 60_000;
let shop: TestShop;
let bowl: { product: number; variant: number };

beforeAll(async () => {
  shop = await createOrderShop();
  bowl = await addProduct(shop, { price: 2000, stock: 100 });
});

const read = (id: string, token?: string, visitor = shop.visitor()) =>
  visitor.call('GET /api/v1/order/:id', { params: { id }, query: { token } });
const view = (id: string) => shop.visitor().call('GET /api/v1/storefront/checkouts/:id', { params: { id } });

/** Returns the token in the link of an order's email as sent. */
async function mailedToken(orderNo: string): Promise<string> {
  await runDueJobs(shop.services, { mail: jobHandlers.mail! });
  const mail = await readUnsentMail(shop.db, `order-confirmation:${orderNo}`);
  const { text } = await withMailTokens(shop.services, mail!, orderMailTokenResolvers);
  return /order_no=([\w-]+)&token=([\w-]+)/.exec(text)?.[2] ?? '';
}

/** Returns all rows of the database as text. */
async function everything(): Promise<string> {
  const tables = Object.keys(backupTables) as (keyof typeof backupTables)[];
  const rows = await Promise.all(tables.map((table) => shop.db.read.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows);
}

async function paidOrder(visitor = shop.visitor()) {
  const placed = await order(visitor, [bowl]);
  await settleCapturedPayment(shop.services, captureOf(placed.orderNo, Math.round(placed.total * 100)));
  return { ...placed, visitor };
}

describe('the link of a checkout or an order', () => {
  it('opens it by a token that no table holds, mails included', async () => {
    const { orderNo, token } = await paidOrder();
    const open = await openCheckout(shop.visitor(), [bowl]);
    expect((await view(open)).data).toMatchObject({ token: open, web_url: `/1/checkouts/${open}` });
    expect((await read(orderNo, token)).code).toBe(0);
    expect(await mailedToken(orderNo)).toBe(token);
    const stored = await everything();
    expect(stored).toContain(orderNo);
    for (const secret of [token, open]) expect(stored).not.toContain(secret);
    expect(stored).not.toMatch(/token=[\w-]{16}|aesCode=[\w-]{16}/);
  });

  it('opens nothing when it is what a copy of the tables tells', async () => {
    const { orderNo } = await paidOrder();
    const rows = await shop.db.read
      .selectFrom('orders')
      .selectAll()
      .where('order_no', '=', orderNo)
      .execute();
    for (const said of Object.values(rows[0]!).filter((value) => typeof value === 'string' && value !== '')) {
      const token = String(said)
        .slice(0, 64)
        .replaceAll(/[^\w.:-]/g, '-');
      expect((await read(orderNo, token)).code).toBe(codes.notAllowed);
      expect((await view(token)).code).toBe(codes.notFound);
    }
  });

  it('is written again, the same, for the visitor’s newest checkout and wherever an order names its own', async () => {
    const visitor = shop.visitor();
    const open = await openCheckout(visitor, [bowl]);
    const newest = await visitor.data('GET /api/v1/storefront/checkouts');
    expect(newest).toMatchObject({ token: open, web_url: `/1/checkouts/${open}` });
    expect(await visitor.data('GET /api/v1/checkout/payment/link', { query: { token: open } })).toEqual({
      web_url: `/1/checkouts/${open}`,
    });
    const placed = (await submit(visitor, open)).data!;
    expect((await read(placed.order_no, undefined, visitor)).data).toMatchObject({ token: open });
  });

  it('opens for a year after the order, and then says kindly that it has ended; the owner still sees the order', async () => {
    const { orderNo, token, visitor } = await paidOrder();
    const email = 'ada@example.com';
    shop.clock.advance(year - 1);
    expect((await read(orderNo, token)).code).toBe(0);
    shop.clock.advance(1);
    expect(await read(orderNo, token)).toMatchObject({
      code: codes.badLink,
      msg: expect.stringContaining('has expired'),
    });
    expect((await read(orderNo, 'guess')).code).toBe(codes.notAllowed);
    expect((await read(orderNo, undefined, visitor)).code).toBe(0);
    expect((await view(token)).code).toBe(codes.notFound);
    const found = await shop
      .visitor()
      .data('POST /api/v1/order/lookup', { body: { order_no: orderNo, email } });
    expect(found?.order_no).toBe(orderNo);
  });
});

describe('the server’s key', () => {
  it('may change: links that were handed out or mailed still open, new ones are others', async () => {
    const before = await paidOrder();
    const open = await openCheckout(shop.visitor(), [bowl]);
    const opens = async (token: string) => (await read(before.orderNo, token)).code === 0;
    await adoptServerKey(shop.db, 'a1'.repeat(32));
    expect([await opens(before.token), (await view(open)).code]).toEqual([true, 0]);
    const mailed = await mailedToken(before.orderNo);
    expect(mailed).not.toBe(before.token);
    expect((await view(mailed)).code).toBe(0);

    await adoptServerKey(shop.db, Buffer.alloc(32, 7).toString('base64url'));
    expect([await opens(before.token), await opens(mailed), (await view(open)).code]).toEqual([
      true,
      true,
      0,
    ]);
  });

  it('is taken from outside by a command only where the shop works with it, and left where it is', async () => {
    const own = await createOrderShop();
    const secret = await serverSecret(own.db, own.clock.now());
    await expect(adoptServerKeyForCommand(own.db, 'ab'.repeat(32))).rejects.toThrow(
      'SERVER_KEY differs from the key',
    );
    await adoptServerKeyForCommand(own.db, secret.toString('hex'));
    const rows = await own.db.read
      .selectFrom('settings')
      .select('key')
      .where('key', '=', 'serverKey')
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('given from outside stands in the database no longer', async () => {
    const own = await createOrderShop();
    await addProduct(own, { price: 2000, stock: 1 });
    const keys = () =>
      own.db.read.selectFrom('settings').select('key').where('key', '=', 'serverKey').execute();
    await openCheckout(own.visitor(), [bowl]);
    expect(await keys()).toHaveLength(1);
    expect(await adoptServerKey(own.db, 'ab'.repeat(32))).toBe('replaced');
    await openCheckout(own.visitor(), [bowl]);
    expect(await keys()).toEqual([]);
    expect(await adoptServerKey(own.db, 'ab'.repeat(32))).toBe('kept');
  });
});
