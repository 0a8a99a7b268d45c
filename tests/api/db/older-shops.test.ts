/** Shops of an older version (tests/backups) start with this version, sell, and still have their orders. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { expect, inject, test } from 'vitest';
import { createApp } from '#server/api/app.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { readEnv } from '#server/core/env.ts';
import type { Services } from '#server/core/services.ts';
import { recurringJobs } from '#server/jobs/table.ts';
import { startServices } from '#server/process/start-services.ts';
import made from '../../backups/contents.json' with { type: 'json' };
import type { Contents } from '../../backups/contents.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import { makeTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { administer } from '../harness/test-server.ts';
import { Visitor } from '../harness/visitor.ts';
import { bagOf, filledIn, stockOf, submit } from '../orders/fixture.ts';
import { createPayShop, ownBooks, type PayShop, type Placed, payByCard } from '../payments/pay-shop.ts';

const folder = join(import.meta.dirname, '../../backups');
const isPostgres = inject('postgresUrl') !== '';

const now = Date.UTC(2027, 0, 5, 12);

const startedHere = (database: TestDatabase) => createPayShop({ database, now });

async function expectOldOrder(shop: PayShop, { orders, paid }: Contents): Promise<void> {
  const { count } = await shop.db.read
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(orders);
  const whole = { order_no: paid.no, email: paid.email, total_price: paid.total, status_key: 1 };
  const body = { order_no: paid.no, email: paid.email };
  expect(await shop.visitor().data('POST /api/v1/order/lookup', { body })).toMatchObject(whole);
  const link = { params: { id: paid.no }, query: { token: paid.token } };
  expect(await shop.visitor().data('GET /api/v1/order/:id', link)).toMatchObject(whole);
}

/** Buys one unit by card and checks that the order is paid and the stock one lower. */
async function expectSale(shop: PayShop, { sold }: Contents): Promise<void> {
  const before = await stockOf(shop, sold.variant);
  const visitor = shop.visitor();
  const { checkout } = await visitor.data('POST /api/v1/checkout', { body: bagOf([sold]) });
  const placed = await submit(visitor, checkout.token, filledIn);
  const { order_no: orderNo = '', total_price: total = 0 } = placed.data ?? {};
  const order: Placed = { visitor, token: checkout.token, orderNo, total, ...sold };
  expect(await payByCard(shop, order)).toMatchObject({ code: 0, data: { status: 'paid' } });
  const { order: row, payments, stock, mails } = await ownBooks(shop, order);
  expect([row.status_key, row.total_price]).toEqual([1, Math.round(total * 100)]);
  expect([payments.map(({ state }) => state), mails, stock]).toEqual([['captured'], 1, before - 1]);
}

/** Checks that every image gets a job for its variants, like a new one. */
async function expectJobsForPictures(services: Services): Promise<void> {
  await runDueJobs(services, {}, recurringJobs);
  const pictures = await services.db.read.selectFrom('media').select('id').orderBy('id').execute();
  const jobs = await services.db.read
    .selectFrom('jobs')
    .select('payload')
    .where('kind', '=', 'warm-picture')
    .where('state', '=', 'waiting')
    .execute();
  const asked = jobs.map(({ payload }) => (JSON.parse(payload) as { id: string }).id);
  expect(pictures.length).toBeGreaterThan(50);
  expect(asked.sort()).toEqual(pictures.map(({ id }) => id));
}

/** Unpacks the data folder of a stopped shop. */
async function unpacked(): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'atoll-older-'));
  closeAtEnd(async () => rmSync(data, { recursive: true, force: true }));
  execFileSync('tar', ['-xzf', join(folder, 'sqlite-data.tar.gz'), '-C', data]);
  return data;
}

/** Creates an empty database and loads the dump into it. */
async function loaded(): Promise<string> {
  const { env, remove } = await makeTestDatabase('empty');
  closeAtEnd(remove);
  const dump = gunzipSync(readFileSync(join(folder, 'postgres.sql.gz'))).toString();
  // Backslash lines are commands for psql.
  await administer(env.DATABASE_URL!, dump.replaceAll(/^\\.*$/gm, ''));
  return env.DATABASE_URL!;
}

test('the data of an older shop start with this version, sell and know their orders', async () => {
  const contents: Contents = isPostgres ? made.postgres : made.sqlite;
  const folders = { DATA_DIR: await unpacked() };
  const env = isPostgres ? { ...folders, DATABASE_URL: await loaded() } : folders;
  const { services, stop } = await startServices(readEnv(env), pino({ level: 'silent' }));
  const database = { db: services.db, env, remove: stop };
  const shop = await startedHere(database);
  await expectOldOrder(shop, contents);
  await expectSale(shop, contents);
  const { count } = await services.db.read
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  // The start added no demo products.
  expect(count).toBe(26);

  // The archive has no image variants; the shop makes them again.
  const visitor = new Visitor(createApp(services));
  const query = { product_id: contents.review.product, page_num: 1 };
  const { list } = await visitor.data('GET /api/v1/comments', { query });
  expect(list).toMatchObject([{ like_num: 1, images: [contents.review.picture] }]);
  const { pictures } = await visitor.data('GET /api/v1/storefront/product', {
    query: { handle: 'tidal-mug' },
  });
  const picture = await visitor.send(`/media/${pictures[0]!.id}/320.webp`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  await expectJobsForPictures(shop.services);
});

test('the backup of an older shop comes back on either database, sells and knows its orders', async () => {
  const database = await makeTestDatabase();
  const shop = await startedHere(database);
  await restoreBackup(shop.services, join(folder, 'sqlite.backup'));
  await expectOldOrder(shop, made.sqlite);
  await expectSale(shop, made.sqlite);
  const { status } = await shop.visitor().send(made.sqlite.review.picture);
  expect(status).toBe(200);
  await expectJobsForPictures(shop.services);
});
