/** Back-in-stock notifications: who can request one, who gets one, and how many are sent (R150). */
import { beforeEach, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { findCustomer } from '#server/customers/customers-store.ts';
import { toDataSubject } from '#server/customers/data-subject.ts';
import { erasePersonalData } from '#server/customers/erase.ts';
import { exportPersonalData } from '#server/customers/export.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { housekeepingJob } from '#server/jobs/housekeeping.ts';
import { mailObsolescenceChecks, mailTokenResolvers, recurringJobs } from '#server/jobs/table.ts';
import { withMailTokens } from '#server/mail/mail-tokens.ts';
import { readUnsentMail } from '#server/mail/outbox-store.ts';
import { mailJobs } from '#server/mail/send-mail.ts';
import { backInStockSettings } from '#server/marketing/back-in-stock-rules.ts';
import { sendBackInStock } from '#server/marketing/send-back-in-stock.ts';
import { releaseExpiredHolds } from '#server/orders/expiry.ts';
import { reserveStock } from '#server/orders/stock-store.ts';
import { refundOrder } from '#server/payments/attempts/merchant-refund.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { importText } from '../catalog/files.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import { makeWorld } from '../harness/services.ts';
import { shopCommandLines } from '../harness/shop-command.ts';
import { addProduct, order } from '../orders/fixture.ts';
import { createPayShop, type PayShop, payByCard } from '../payments/pay-shop.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const ask = 'POST /api/v1/storefront/back-in-stock';
const confirm = 'POST /api/v1/storefront/back-in-stock/confirm';
const forget = '/api/v1/storefront/back-in-stock/forget';

let shop: PayShop;
let bowl: { product: number; variant: number };
beforeEach(async () => {
  shop = await createPayShop();
  bowl = await addProduct(shop, { price: 2000, stock: 0, title: 'Shore bowl' });
});

const asks = (email: string, variant_id = bowl.variant) =>
  shop.visitor().call(ask, { body: { variant_id, email } });
const waits = () => shop.db.read.selectFrom('stock_waits').selectAll().orderBy('id').execute();
const mails = async (kind: string) => {
  const rows = shop.db.read.selectFrom('mails').select('to_address').where('kind', '=', kind);
  return (await rows.orderBy('id').execute()).map(({ to_address }) => to_address);
};
const told = () => mails('back-in-stock');

/** Returns the newest email of a type to an address, as sent. */
async function mailTo(email: string, kind = 'back-in-stock-confirm') {
  const { dedupe_key } = await shop.db.read
    .selectFrom('mails')
    .select('dedupe_key')
    .where('to_address', '=', email)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return withMailTokens(shop.services, (await readUnsentMail(shop.db, dedupe_key))!, mailTokenResolvers);
}

async function codeOf(email: string, kind?: string): Promise<string> {
  return /\/pages\/back-in-stock\?code=([\w-]+)/.exec((await mailTo(email, kind)).text)?.[1] ?? '';
}

/** Requests and confirms a notification per name, one second apart so that their order is unambiguous. */
async function queue(...names: string[]): Promise<void> {
  for (const name of names) {
    const email = `${name}@example.com`;
    expect(await asks(email)).toMatchObject({ code: 0 });
    shop.clock.advance(1000);
    await shop.visitor().data(confirm, { body: { code: await codeOf(email) } });
  }
}

const keepHouse = () =>
  housekeepingJob.run({ services: shop.services, attempt: 1, signal: new AbortController().signal });

async function setPerPiece(perPiece: number, enabled = true): Promise<void> {
  const value = { perPiece, enabled };
  await shop.db.transaction((trx) => writeSetting(trx, 'backInStock', backInStockSettings, value, 0));
}

/** Runs `npm run shop -- stock`. */
async function setStock(pieces: number, variant = bowl.variant): Promise<void> {
  const { sku } = await shop.db.read
    .selectFrom('variants')
    .select('sku')
    .where('id', '=', variant)
    .executeTakeFirstOrThrow();
  await shopCommandLines(shop, 'stock', sku, String(pieces));
}

async function importStock(pieces: number): Promise<void> {
  const row = await shop.db.read
    .selectFrom('variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['p.handle', 'v.sku'])
    .where('v.id', '=', bowl.variant)
    .executeTakeFirstOrThrow();
  const head =
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Variant Inventory Tracker';
  const text = `${head}\n${row.handle},Shore bowl,Colour,Sand,${row.sku},20.00,${pieces},shopify\n`;
  expect(await importText(shop, text)).toMatchObject({ problems: [] });
}

describe('asking', () => {
  it('writes one mail with a link, and answers the same for an address that waits already', async () => {
    const first = await asks('Ada@Example.com');
    expect(first).toMatchObject({ code: 0, data: {} });
    expect(await asks('ada@example.com')).toEqual(first);
    expect(await mails('back-in-stock-confirm')).toEqual(['Ada@Example.com']);
    await shop.visitor().data(confirm, { body: { code: await codeOf('Ada@Example.com') } });
    expect(await asks('ada@example.com')).toEqual(first);
    expect(await waits()).toMatchObject([{ email: 'ada@example.com', variant_id: bowl.variant }]);
    expect(await mails('back-in-stock-confirm')).toHaveLength(1);
  });

  it('takes any address that HTML takes, and an international one once by either form [BR-34, BR-36]', async () => {
    const odd = ["o'brien@example.com", 'info@studio.photography', 'max@xn--bro-hoa.example'];
    for (const email of [...odd, 'Max@büro.example']) expect(await asks(email)).toMatchObject({ code: 0 });
    expect(await mails('back-in-stock-confirm')).toEqual(odd);
    expect(await asks('ada@example')).toMatchObject({ code: codes.badParameter });
  });

  it('sends the link once more after an hour, and the old one opens nothing then', async () => {
    await asks('ada@example.com');
    const old = await codeOf('ada@example.com');
    shop.clock.advance(60 * minute - 1);
    await asks('ada@example.com');
    expect(await mails('back-in-stock-confirm')).toHaveLength(1);
    shop.clock.advance(1);
    await asks('ada@example.com');
    expect(await mails('back-in-stock-confirm')).toHaveLength(2);
    expect(await shop.visitor().call(confirm, { body: { code: old } })).toMatchObject({
      code: codes.badLink,
    });
  });

  it('refuses what is no address, by the name of its field, and a variant that can be bought or is not there', async () => {
    for (const email of ['', 'a@b', 'ada example@x.com'])
      expect(await asks(email)).toMatchObject({
        code: codes.badParameter,
        msg: expect.stringContaining('email'),
      });
    const mug = await addProduct(shop, { price: 2000, stock: 1 });
    expect(await asks('ada@example.com', mug.variant)).toMatchObject({
      code: codes.badParameter,
      msg: 'variant_id: This variant is in stock.',
    });
    expect(await asks('ada@example.com', 99_999)).toMatchObject({ code: codes.notFound });
    await shop.db.write
      .updateTable('products')
      .set({ is_published: 0 })
      .where('id', '=', bowl.product)
      .execute();
    expect(await asks('ada@example.com')).toMatchObject({ code: codes.notFound });
    expect(await waits()).toEqual([]);
  });

  it('is limited for one address, and refused where the shop wants none of it', async () => {
    const answers: number[] = [];
    for (let n = 0; n < 11; n++) answers.push((await asks('ada@example.com')).code);
    expect(answers).toEqual([...Array(10).fill(0), codes.tooManyRequests]);
    await setPerPiece(3, false);
    expect(await asks('bo@example.com')).toMatchObject({ code: codes.notAllowed });
  });

  it('is for nothing until it is confirmed, and the link works for a week', async () => {
    await asks('ada@example.com');
    await asks('bo@example.com');
    const [ada, bo] = [await codeOf('ada@example.com'), await codeOf('bo@example.com')];
    const read = (code: string) =>
      shop.visitor().call('GET /api/v1/storefront/back-in-stock', { query: { code } });
    expect((await read(ada)).data).toMatchObject({ state: 'asked', title: 'Shore bowl', variant: 'Sand' });
    await setStock(5);
    expect(await sendBackInStock(shop.services)).toBe(0);
    shop.clock.advance(7 * day - 1);
    expect((await shop.visitor().data(confirm, { body: { code: ada } })).state).toBe('confirmed');
    shop.clock.advance(1);
    expect((await shop.visitor().call(confirm, { body: { code: bo } })).code).toBe(codes.badLink);
    await sendBackInStock(shop.services);
    expect(await told()).toEqual(['ada@example.com']);
    expect((await read(ada)).data).toMatchObject({ state: 'mailed' });
    for (const code of ['x', `${ada}A`, ada.slice(0, 32)])
      expect((await read(code)).code).toBe(codes.badLink);
  });
});

describe('coming back', () => {
  it('tells one a piece where one is allowed, oldest first, by each way that stock comes back', async () => {
    await setPerPiece(1);
    const everybody = ['ada', 'bo', 'cy', 'di', 'eve'].map((name) => `${name}@example.com`);
    const tells = async (count: number) => {
      await sendBackInStock(shop.services);
      await sendBackInStock(shop.services);
      expect(await told()).toEqual(everybody.slice(0, count));
    };
    await setStock(1);
    await order(shop.visitor(), [bowl]);
    await queue('ada', 'bo', 'cy', 'di', 'eve');
    await tells(0);
    shop.clock.advance(15 * minute);
    await releaseExpiredHolds(shop.services);
    await tells(1);
    await importStock(0);
    await importStock(1);
    await tells(2);
    const visitor = shop.visitor();
    const placed = { visitor, ...bowl, ...(await order(visitor, [bowl])) };
    expect((await payByCard(shop, placed)).data).toMatchObject({ status: 'paid' });
    await tells(2);
    const refund = { ...{ orderNo: placed.orderNo, requestId: 'r', amount: null, lines: [] }, reason: '' };
    await refundOrder(shop.services, { ...refund, restock: true });
    await shop.work();
    await tells(3);
    await setStock(0);
    await setStock(1);
    await tells(4);
    await importStock(0);
    await importStock(1);
    await tells(5);
  });

  it('tells three for each piece, and again of pieces that come besides', async () => {
    await queue('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8');
    await setStock(1);
    await sendBackInStock(shop.services);
    expect(await told()).toEqual(['a1', 'a2', 'a3'].map((name) => `${name}@example.com`));
    await setStock(2);
    await sendBackInStock(shop.services);
    expect(await told()).toHaveLength(6);
    // After one unit is bought, the people notified about it still count towards the limit.
    await order(shop.visitor(), [bowl]);
    await sendBackInStock(shop.services);
    expect(await told()).toHaveLength(6);
  });

  it('tells nobody more of a last piece that was held and let go, and again once the last is sold', async () => {
    await setPerPiece(1);
    await queue('ada', 'bo', 'cy', 'di');
    await setStock(2);
    const tells = async (count: number) => {
      await sendBackInStock(shop.services);
      expect(await told()).toHaveLength(count);
    };
    await tells(2);
    for (const wants of [[bowl], [{ ...bowl, quantity: 2 }]]) {
      await order(shop.visitor(), wants);
      shop.clock.advance(15 * minute);
      await releaseExpiredHolds(shop.services);
      await tells(2);
    }
    // One unit is sold while another order holds the second, which may come back.
    const buys = async () => {
      const visitor = shop.visitor();
      const placed = { visitor, ...bowl, ...(await order(visitor, [bowl])) };
      return async () => expect((await payByCard(shop, placed)).data).toMatchObject({ status: 'paid' });
    };
    const pay = await buys();
    await order(shop.visitor(), [bowl]);
    await pay();
    shop.clock.advance(15 * minute);
    await releaseExpiredHolds(shop.services);
    await tells(2);
    await (await buys())();
    await tells(2);
    await setStock(1);
    await tells(3);
  });

  it('locks a variant only where there is somebody to tell and room for one more', async () => {
    await setPerPiece(1);
    await queue('ada', 'bo');
    await setStock(1);
    let locks = 0;
    const transaction: typeof shop.db.transaction = (work) => {
      locks += 1;
      return shop.db.transaction(work);
    };
    const looks = () => sendBackInStock({ ...shop.services, db: { ...shop.db, transaction } });
    expect([await looks(), locks]).toEqual([1, 1]);
    expect([await looks(), await looks(), locks]).toEqual([0, 0, 1]);
    await setStock(2);
    expect([await looks(), locks]).toEqual([1, 2]);
    await setStock(9);
    expect([await looks(), locks]).toEqual([0, 2]);
  });

  it('takes an order that was refused for no sale: who was told of its pieces counts on', async () => {
    await setPerPiece(1);
    await queue('ada', 'bo');
    const other = await addProduct(shop, { price: 2000, stock: 1 });
    await setStock(1);
    await sendBackInStock(shop.services);
    const wants = [
      { variantId: bowl.variant, quantity: 1 },
      { variantId: other.variant, quantity: 2 },
    ];
    const refused = await shop.db.transaction((trx) => reserveStock(trx, 'NO-1', wants, shop.clock.now()));
    expect(refused).toMatchObject({ variantId: other.variant });
    await sendBackInStock(shop.services);
    expect(await told()).toEqual(['ada@example.com']);
  });

  it('tells everybody where nothing limits the sale, and nobody of what is not in the shop', async () => {
    await setPerPiece(1);
    await queue('ada', 'bo', 'cy');
    const change = (values: object) =>
      shop.db.write.updateTable('products').set(values).where('id', '=', bowl.product).execute();
    await change({ is_published: 0 });
    await shop.db.write
      .updateTable('variants')
      .set({ inventory_policy: 'continue' })
      .where('id', '=', bowl.variant)
      .execute();
    expect(await sendBackInStock(shop.services)).toBe(0);
    await change({ is_published: 1 });
    expect(await sendBackInStock(shop.services)).toBe(3);
  });

  it('tells each once when two processes look at once, and no more than allowed', async () => {
    await setPerPiece(2);
    const names = Array.from({ length: 9 }, (_, at) => `p${at}`);
    await queue(...names);
    const other = await openDatabase(shop.databaseEnv);
    closeAtEnd(() => other.close());
    const second = makeWorld(other, { ...shop.databaseEnv }, shop.clock.now()).services;
    await setStock(3);
    const counts = await Promise.all(
      [shop.services, second, shop.services, second].map((services) => sendBackInStock(services)),
    );
    expect(counts.reduce((sum, count) => sum + count)).toBe(6);
    expect(await told()).toEqual(names.slice(0, 6).map((name) => `${name}@example.com`));
    const { back_told } = await shop.db.read
      .selectFrom('variants')
      .select('back_told')
      .where('id', '=', bowl.variant)
      .executeTakeFirstOrThrow();
    expect(back_told).toBe(6);
  });

  it('is a job of the shop, and its mail leads to the variant', async () => {
    await queue('ada');
    await setStock(1);
    await runDueJobs(
      shop.services,
      {},
      recurringJobs.filter(({ kind }) => kind === 'back-in-stock'),
    );
    const mail = await mailTo('ada@example.com', 'back-in-stock');
    expect(mail.subject).toContain('Shore bowl is back');
    expect(mail.text).toContain(`?variant=${bowl.variant}`);
    expect(mail.unsubscribeUrl).toContain(`${forget}?code=`);
  });

  it('notifies the next time when the email was not sent because the variant sold out again, in the same place', async () => {
    await setPerPiece(1);
    await queue('ada', 'bo', 'cy');
    const services = {
      ...shop.services,
      env: { ...shop.services.env, SMTP_URL: 'smtp://127.0.0.1:1' },
    };
    const isOver = () =>
      runDueJobs(services, mailJobs({ texts: {}, tokens: mailTokenResolvers, ends: mailObsolescenceChecks }));
    await setStock(2);
    expect(await sendBackInStock(shop.services)).toBe(2);
    await setStock(0);
    await isOver();
    expect(await sendBackInStock(shop.services)).toBe(0);
    expect(await told()).toEqual([]);
    await setStock(1);
    expect(await sendBackInStock(shop.services)).toBe(1);
    expect(await told()).toEqual(['ada@example.com']);
    // The unit is on hold, not sold: the notification that was never sent makes room for another.
    await order(shop.visitor(), [bowl]);
    await isOver();
    shop.clock.advance(15 * minute);
    await releaseExpiredHolds(shop.services);
    const counts = await Promise.all([sendBackInStock(shop.services), sendBackInStock(shop.services)]);
    expect(counts.sort()).toEqual([0, 1]);
    expect(await told()).toEqual(['ada@example.com']);
  });

  it('lets who was told ask anew, at the end of the queue', async () => {
    await setPerPiece(1);
    await queue('ada', 'bo');
    await setStock(1);
    await sendBackInStock(shop.services);
    await setStock(0);
    await queue('ada');
    for (const expected of ['bo', 'ada']) {
      await setStock(1);
      await sendBackInStock(shop.services);
      expect((await told()).at(-1)).toBe(`${expected}@example.com`);
      await setStock(0);
    }
    await setStock(1);
    await sendBackInStock(shop.services);
    expect(await told()).toHaveLength(3);
  });
});

describe('being forgotten', () => {
  it('takes an address out of every queue, by one click in a mail program or on the page', async () => {
    const vase = await addProduct(shop, { price: 2000, stock: 0 });
    await queue('ada', 'bo');
    await asks('ada@example.com', vase.variant);
    await setStock(1);
    await setPerPiece(1);
    await sendBackInStock(shop.services);
    const { unsubscribeUrl = '' } = await mailTo('ada@example.com', 'back-in-stock');
    const { pathname, search } = new URL(unsubscribeUrl);
    const opened = await shop.app.request(pathname + search);
    expect([opened.status, new URL(opened.headers.get('location') ?? '').pathname]).toEqual([
      303,
      '/pages/back-in-stock',
    ]);
    expect(await waits()).toHaveLength(3);
    const click = () => shop.app.request(pathname + search, { method: 'POST' });
    // A second click has the same effect; the page reads the response.
    for (const answer of [await click(), await click()]) {
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ code: 0, msg: '', data: null });
    }
    expect(await waits()).toMatchObject([{ email: 'bo@example.com' }]);
    expect(await mails('back-in-stock')).toEqual([]);
    // Removing an address makes no room for another notification.
    await sendBackInStock(shop.services);
    expect(await told()).toEqual([]);
  });

  const forgets = async (code: string) =>
    (await shop.app.request(`${forget}?code=${code}`, { method: 'POST' })).json();

  it('comes of the link of any mail to the address, also when its own wait is gone or was asked for anew', async () => {
    await setPerPiece(1);
    const vase = await addProduct(shop, { price: 2000, stock: 0 });
    await queue('ada', 'bo');
    await setStock(1);
    await sendBackInStock(shop.services);
    const first = await codeOf('ada@example.com', 'back-in-stock');
    await asks('ADA@example.com', vase.variant);
    await setStock(0);
    await queue('ada');
    expect(await forgets(first)).toMatchObject({ code: 0 });
    expect(await waits()).toMatchObject([{ email: 'bo@example.com' }]);
    expect(await mails('back-in-stock')).toEqual([]);
    expect(await mails('back-in-stock-confirm')).toEqual(['bo@example.com']);

    await queue('ada');
    const second = await codeOf('ada@example.com');
    await setStock(2);
    await sendBackInStock(shop.services);
    shop.clock.advance(29 * day);
    expect(await asks('Ada@example.com', vase.variant)).toMatchObject({ code: 0 });
    shop.clock.advance(day);
    await keepHouse();
    expect(await waits()).toMatchObject([{ email: 'ada@example.com', variant_id: vase.variant }]);
    expect(await forgets(`${second}A`)).toMatchObject({ code: codes.badLink });
    expect(await waits()).toHaveLength(1);
    expect(await forgets(second)).toMatchObject({ code: 0 });
    expect(await waits()).toEqual([]);
  });

  it('takes along the mails that say who asked, a week or a month after they were written', async () => {
    await asks('ada@example.com');
    shop.clock.advance(2 * 60 * minute);
    await asks('ada@example.com');
    await queue('bo');
    await setStock(1);
    await sendBackInStock(shop.services);
    const left = async (after: number) => {
      shop.clock.advance(after);
      await keepHouse();
      return [...(await mails('back-in-stock-confirm')), ...(await told())].map((to) => to[0]).join('');
    };
    expect(await left(0)).toBe('aabb');
    expect(await left(7 * day - 2 * 60 * minute - 1001)).toBe('aabb');
    expect(await left(1)).toBe('abb');
    expect(await left(2 * 60 * minute)).toBe('b');
    expect(await left(23 * day + 999)).toBe('b');
    expect(await left(1)).toBe('');
  });

  it('is a part of erasing an account, and waits are a part of its export', async () => {
    await queue('ada', 'bo');
    const accounts = settingSchemas.shop.parse({ name: 'Marram', hasAccounts: true });
    await shop.db.transaction((trx) => writeSetting(trx, 'shop', settingSchemas.shop, accounts, 0));
    await shop.visitor().data('POST /api/v1/customer/register', {
      body: { email: 'Ada@example.com', password: 'tide-and-salt' },
    });
    const customer = async () => toDataSubject((await findCustomer(shop.db.read, 'ada@example.com'))!);
    expect(await exportPersonalData(shop.services, await customer())).toMatchObject({ back_in_stock: [] });
    await shop.db.write.updateTable('customers').set({ verified_at: 1 }).execute();
    expect(await exportPersonalData(shop.services, await customer())).toMatchObject({
      back_in_stock: [{ title: 'Shore bowl', option: 'Sand' }],
    });
    await erasePersonalData(shop.services, await customer(), shop.clock.now());
    expect(await waits()).toMatchObject([{ email: 'bo@example.com' }]);
    await setStock(1);
    await sendBackInStock(shop.services);
    expect(await told()).toEqual(['bo@example.com']);
  });

  it('comes by itself: a week for what was not confirmed, a month after the mail, a year at most', async () => {
    await asks('ada@example.com');
    await queue('bo', 'cy');
    await setPerPiece(1);
    await setStock(1);
    await sendBackInStock(shop.services);
    const left = async (after: number) => {
      shop.clock.advance(after);
      await keepHouse();
      return (await waits()).map(({ email }) => email[0]).join('');
    };
    expect(await left(7 * day - 3 * minute)).toBe('abc');
    expect(await left(3 * minute)).toBe('bc');
    expect(await left(23 * day - minute)).toBe('bc');
    expect(await left(minute)).toBe('c');
    expect(await left(335 * day - minute)).toBe('c');
    expect(await left(minute)).toBe('');
  });
});
