/** Two servers on one PostgreSQL and one image folder, as on two machines. Without a browser. */
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { uploadThumbnailUrl } from '#lib/media/upload.ts';
import { purge } from '#server/cache/purges-store.ts';
import { tags } from '#server/cache/tags.ts';
import { findVariants, setPrice } from '#server/catalog/edit-store.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { findPostgres } from '../api/harness/postgres-cluster.ts';
import { administer, openTestServer, type TestServer } from '../api/harness/test-server.ts';
import { freePort } from './free-port.ts';
import { endShops, type ShopProcess, startShop, temporaryFolder, until } from './shop-process.ts';

const changes = process.env.SOAK ? 50 : 3;

if (process.env.TEST_DATABASE_URL || findPostgres()) describeTwoServers();
else if (process.env.REQUIRE_POSTGRES) throw new Error('PostgreSQL not run: install the package postgresql');
else console.warn('Two servers on one PostgreSQL not run: install the package postgresql');

function describeTwoServers(): void {
  test.describe.configure({ mode: 'serial', timeout: 120_000 });

  const data = temporaryFolder();
  let server: TestServer;
  let shops: readonly ShopProcess[];
  let db: Database;

  test.beforeAll(async () => {
    server = await openTestServer();
    const port = String(await freePort());
    const env = {
      DATABASE_URL: await server.makeDatabase('two_servers'),
      SITE_URL: `http://localhost:${port}`,
      // Shares the sandbox of the other tests, because nothing is paid here.
      SANDBOX_URL: `http://localhost:${Number(process.env.E2E_PORT) + 1}`,
    };
    shops = await Promise.all([startShop(data.folder, { ...env, PORT: port }), startShop(data.folder, env)]);
    db = await openDatabase({ DATA_DIR: data.folder, DATABASE_URL: env.DATABASE_URL });
  });
  test.afterAll(async () => {
    await endShops();
    await db?.close();
    await server?.close();
    data.remove();
  });

  test('a price change shows in both', { tag: '@all' }, async () => {
    const ids = (await findVariants(db.read, product)).map(({ id }) => id);
    // tests/unit/server/cache/neighbours.test.ts tests the limit of two seconds, with a stopped clock.
    for (let price = 1000; price < 1000 + changes; price += 1) {
      await db.transaction((trx) => setPrice(trx, ids, price * 100, Date.now()));
      await Promise.all(shops.map(({ site }) => until(async () => (await shownPrice(site)) === price)));
    }
  });

  test('a promotion begins and ends on a kept page of both at its time, with no write', {
    tag: '@timing',
  }, async () => {
    const ids = (await findVariants(db.read, product)).map(({ id }) => id);
    const startsAt = Date.now() + 4000;
    const endsAt = startsAt + 2000;
    await db.transaction(async (trx) => {
      await setPrice(trx, ids, 1500_00, Date.now());
      await trx
        .insertInto('promotions')
        .values(reducedTo(1400, startsAt, endsAt))
        .execute();
      await purge(trx, [tags.promotions], Date.now());
    });
    const seen = await Promise.all(
      shops.map(async ({ site }) => {
        const prices: { price: number; asked: number; answered: number }[] = [];
        await until(async () => {
          const asked = Date.now();
          prices.push({ price: await shownPrice(site), asked, answered: Date.now() });
          return prices.some(({ price }) => price === 1400) && prices.at(-1)?.price === 1500;
        }, 20_000);
        return prices;
      }),
    );
    for (const prices of seen) {
      // At least two reads before the start: the page was then cached while the promotion was still due.
      expect(prices.filter(({ answered }) => answered < startsAt).length).toBeGreaterThan(1);
      for (const { price, asked, answered } of prices) {
        if (answered < startsAt || asked >= endsAt) expect(price).not.toBe(1400);
        if (asked >= startsAt && answered < endsAt) expect(price).toBe(1400);
      }
    }
  });

  test('a picture uploaded through one is served by the other, in both its sizes', {
    tag: '@all',
  }, async () => {
    const [first, second] = shops.map(({ site }) => site) as [string, string];
    const picture = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#b5664b' } })
      .png()
      .toBuffer();
    const issued = await fetch(`${first}/api/v1/common/file/upload/token?type=image&file_name=mug.png`);
    const { data: upload } = (await issued.json()) as { data: { upload_url: string; file_url: string } };
    const sent = await fetch(first + upload.upload_url, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: new Uint8Array(picture),
    });
    expect(sent.status).toBe(204);
    for (const [address, size] of [
      [upload.file_url, [1600, 800]],
      [uploadThumbnailUrl(upload.file_url), [240, 240]],
    ] as const) {
      // Request from the other server first: it encodes a missing variant itself.
      const answer = await fetch(second + address);
      expect(answer.status).toBe(200);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const { width, height, format } = await sharp(bytes).metadata();
      expect([format, width, height]).toEqual(['webp', ...size]);
      expect(Buffer.from(await (await fetch(first + address)).arrayBuffer()).equals(bytes)).toBe(true);
    }
  });

  test('while the database lets nobody in both show kept pages and no cart, and then what changed since', {
    tag: '@all',
  }, async () => {
    const ids = (await findVariants(db.read, product)).map(({ id }) => id);
    const statuses = (path: string) =>
      Promise.all(shops.map(async ({ site }) => (await fetch(site + path)).status));
    const name = new URL(shops[0]?.env.DATABASE_URL ?? '').pathname.slice(1);
    await db.transaction((trx) => setPrice(trx, ids, 1600_00, Date.now()));
    await Promise.all(shops.map(({ site }) => until(async () => (await shownPrice(site)) === 1600)));
    expect(await statuses('/cart')).toEqual([200, 200]);

    await administer(server.url, `alter database ${name} allow_connections false`);
    await administer(
      server.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    await until(async () => (await statuses('/readyz')).every((status) => status === 503));
    for (let round = 0; round < 20; round += 1) {
      expect(await Promise.all(shops.map(({ site }) => shownPrice(site)))).toEqual([1600, 1600]);
    }
    expect(await statuses('/cart')).toEqual([503, 503]);

    await administer(server.url, `alter database ${name} allow_connections true`);
    await db.transaction((trx) => setPrice(trx, ids, 1700_00, Date.now()));
    await Promise.all(shops.map(({ site }) => until(async () => (await shownPrice(site)) === 1700)));
    await until(async () => (await statuses('/readyz')).every((status) => status === 200));
  });
}

const product = 'tidal-mug';

/** Returns the price in the product page's structured data, in whole dollars. */
async function shownPrice(site: string): Promise<number> {
  const html = await (await fetch(`${site}/products/${product}`)).text();
  return Number(/"price":\s*"?(\d+)/.exec(html)?.[1] ?? Number.NaN);
}

/** A promotion that limits every price to `price` dollars for a while. */
function reducedTo(price: number, startsAt: number, endsAt: number) {
  return {
    kind: 'oneprice',
    discount_type: 3,
    title: 'For two seconds',
    seo_url: 'for-two-seconds',
    code: '',
    status: 1,
    starts_at: startsAt,
    ends_at: endsAt,
    range_type: 1,
    range_ids: '[]',
    rules: JSON.stringify({ type: 1, orderAmount: price * 100 }),
    priority: 0,
    usage_limit: null,
    per_customer_limit: null,
    used_count: 0,
    json_config: '{}',
    updated_at: startsAt,
  } as const;
}
